import type { AppError } from "#platform";
import type { Usage } from "./usage.ts";

export type CallResult = {
  text: string;
  finishReason: "stop" | "length" | "interrupted" | "content-filter" | "other";
  usage: Usage;
  /** What the provider answered, as JSON text: the record that is kept beside the text. */
  raw: string;
};

/** What came back before a call failed. */
export type HeardBefore = {
  text: string;
  /** What the provider may bill; null when it bills nothing, because it never got the request or would not have it. */
  usage: Usage | null;
  /** As in an answer; null when nobody was asked. */
  raw: string | null;
};

export type AskOutcome =
  | { ok: true; answer: CallResult }
  | {
      ok: false;
      error: AppError;
      /** What `callModel` throws: the error, or the very reason the caller's signal or listener gave. */
      thrown: unknown;
      heard: HeardBefore;
    };
