import type { SharedV4ProviderMetadata } from "@ai-sdk/provider";
import type { z } from "zod";
import type { LearnedRate } from "#jobs";
import type { ReadyModel } from "../providers/resolve-model.ts";

/** Instructions, and the messages so far. */
export type Prompt = { instructions: string; messages: Message[] };

export type CallInput<T = unknown> = Prompt & {
  model: ReadyModel;
  maxOutputTokens?: number;
  /** True if later calls will start with the same messages, so that writing them to the provider's cache pays off. */
  cachePrefix?: boolean;
  signal?: AbortSignal;
  onText?: (delta: string) => void;
  /** Receives the rate limits from the response headers, of successful and failed requests alike. */
  onRate?: (learned: LearnedRate) => void;
  /** The schema of the answer. The model is asked for JSON of this schema, and its answer is validated against it. */
  schema?: z.ZodType<T>;
  /**
   * If true, an answer that does not match the schema is returned as text without an object; otherwise it fails the
   * call.
   */
  keepsInvalidObject?: boolean;
  /** The tools that the model may call. `askModel` runs no tool; it returns the tool calls with the answer. */
  tools?: Tool[];
  /**
   * If true, an answer may have no text, because the model may have nothing to add. If the connection breaks before any
   * text, the call still fails.
   */
  mayBeEmpty?: boolean;
  /**
   * If true, tool calls with an unknown name or invalid input are returned with their `problem`; otherwise they fail the whole
   * call.
   */
  keepsInvalidCalls?: boolean;
};

/** A call with the id of its model in place of the resolved model. */
export type CallById<T = unknown> = Omit<CallInput<T>, "model"> & { model: string };

/** Tool calls and their results are part of the messages, so that a caller can continue its tool loop. */
export type Message =
  | { role: "user"; content: string }
  | { role: "assistant"; content: string; toolCalls?: ToolCall[] }
  | { role: "tool"; callId: string; name: string; content: string; isError?: boolean };

/** The name consists of letters, digits, hyphens and underscores. */
export type Tool = { name: string; description: string; input: z.ZodType };

export type ToolCall = {
  id: string;
  name: string;
  /** Valid by the tool's schema, unless `problem` is set. */
  input: unknown;
  /** The reason the tool call cannot be run; only set if `keepsInvalidCalls` is true. */
  problem?: string;
  /**
   * Must be sent back to the provider with the result of the tool call, because Google signs its calls. Opaque to this program.
   */
  providerMetadata?: SharedV4ProviderMetadata;
};

/** Everything in a message that a model reads, as one text for counting tokens. */
export function messageText(message: Message): string {
  const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
  return [message.content, ...calls.map(({ name, input }) => `${name} ${JSON.stringify(input)}`)].join("\n");
}
