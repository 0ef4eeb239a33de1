import type { AppError } from "#platform";
import type { Usage } from "../answer/usage.ts";
import type { ToolCall } from "./call-input.ts";

export type CallResult<T = unknown> = {
  text: string;
  /**
   * Only `stop` is a complete answer. `length` and `interrupted` can be continued; a filter, a refusal and a full context
   * window cannot; `other` is a reason that this program does not know.
   */
  finishReason:
    | "stop"
    | "length"
    | "interrupted"
    | "content-filter"
    | "refusal"
    | "context-window"
    | "tool-calls"
    | "other";
  /** The provider's own finish reason; undefined if it gave none. */
  providerReason: string | undefined;
  usage: Usage;
  /** The provider's response as JSON text, stored with the contribution. */
  raw: string;
  /** The text, parsed by the schema. Undefined without a schema, after a tool call, or for an invalid answer. */
  object: T | undefined;
  /** Empty unless the finish reason is `tool-calls`. A tool call that is not valid has a `problem`. */
  toolCalls: ToolCall[];
};

/** The part of an answer that arrived before the call failed. */
export type PartialAnswer = {
  text: string;
  /** The usage that the provider may bill; null if the provider never received the request, or rejected it. */
  usage: Usage | null;
  /** The raw response, as in an answer; null if no request was sent. */
  raw: string | null;
};

export type AskOutcome<T = unknown> =
  | { ok: true; answer: CallResult<T> }
  | {
      ok: false;
      error: AppError;
      /**
       * The value to throw if the failed call is to become an exception: the error, or the reason that the caller's
       * signal or callback gave.
       */
      thrown: unknown;
      partial: PartialAnswer;
    };
