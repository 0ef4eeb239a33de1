import type { ExchangeId } from "@dialectic/contract";
import type { UserDb } from "#platform";
import type { About } from "./chat-tool.ts";

export type Question = About & {
  text: string;
  /** If this is a retry, the exchange that is being retried; sources leave it out. */
  retryOf: ExchangeId | null;
};

/** Adds a section to the prompt of an exchange. Sources run in parallel; a source that is late or fails is left out. */
export type ContextSource = {
  name: string;
  title: string;
  deadlineMs: number;
  /** Called when a conversation is opened, so that the source can load data before the first question needs it. */
  prepare?(): void;
  /** Returns paragraphs, the most important first. Paragraphs that do not fit are dropped from the end. */
  gather(ctx: { db: UserDb; signal: AbortSignal }, question: Question): Promise<readonly string[]>;
};
