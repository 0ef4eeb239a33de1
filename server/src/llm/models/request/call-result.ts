import type { AppError } from "#platform";
import type { Usage } from "../answer/usage.ts";
import type { ToolCall } from "./call-input.ts";

export type CallResult<T = unknown> = {
  text: string;
  /**
   * `stop` alone is a complete answer. `length` and `interrupted` can be continued; a filter, a refusal and a full context
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
  /** The provider's own word for it; undefined where it gave none. */
  providerReason: string | undefined;
  usage: Usage;
  /** What the provider answered, as JSON text: the record that is kept beside the text. */
  raw: string;
  /** The text as the schema read it. Undefined without a schema, and where the model called a tool instead. */
  object: T | undefined;
  /** Complete and valid; empty unless the finish reason is `tool-calls`. */
  toolCalls: ToolCall[];
};

/** What came back before a call failed. */
export type HeardBefore = {
  text: string;
  /** What the provider may bill; null when it bills nothing, because it never got the request or would not have it. */
  usage: Usage | null;
  /** As in an answer; null when nobody was asked. */
  raw: string | null;
};

export type AskOutcome<T = unknown> =
  | { ok: true; answer: CallResult<T> }
  | {
      ok: false;
      error: AppError;
      /** What to throw where a failed call is an exception: the error, or the very reason the caller's signal or listener gave. */
      thrown: unknown;
      heard: HeardBefore;
    };
