import type { SharedV4ProviderMetadata } from "@ai-sdk/provider";
import type { z } from "zod";
import type { LearnedRate } from "#jobs";
import type { ReadyModel } from "../providers/resolve-model.ts";

/** What a model is asked: instructions, and the messages so far. */
export type Prompt = { instructions: string; messages: Message[] };

export type CallInput<T = unknown> = Prompt & {
  model: ReadyModel;
  maxOutputTokens?: number;
  /** Further calls will begin with the same messages: worth what a provider asks for keeping them. */
  isReadAgain?: boolean;
  signal?: AbortSignal;
  onText?: (delta: string) => void;
  /** Told what the answer's headers say about rates, as soon as they are there, whether the answer is good or bad. */
  onRate?: (learned: LearnedRate) => void;
  /** What the answer must be: the model is told to write JSON of this shape, and what it wrote is read by it. */
  schema?: z.ZodType<T>;
  /** What the model may ask for. Nothing is run here: its calls come back with the answer. */
  tools?: Tool[];
};

/** One request on its way: the model is only a name in messages by now. */
export type Asking<T = unknown> = Omit<CallInput<T>, "model"> & { model: string };

/** Every message has a text; what was called and what came of it stands beside it, so that a caller's loop can go on. */
export type Message =
  | { role: "user"; content: string }
  | { role: "assistant"; content: string; toolCalls?: ToolCall[] }
  | { role: "tool"; callId: string; name: string; content: string; isError?: boolean };

/** Something a model may call. The name has letters, digits, hyphens and underscores only. */
export type Tool = { name: string; description: string; input: z.ZodType };

export type ToolCall = {
  id: string;
  name: string;
  /** As the tool's schema read it. */
  input: unknown;
  /** What the provider wants to see again beside its call (Google signs them); nobody else reads it. */
  keepsake?: SharedV4ProviderMetadata;
};
