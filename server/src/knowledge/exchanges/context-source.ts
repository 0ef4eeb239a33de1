import type { ExchangeId } from "@dialectic/contract";
import type { UserDb } from "#platform";
import type { About } from "./chat-tool.ts";

export type Question = About & {
  /** The user's text. */
  text: string;
  /** The exchange that this one repeats: it is not a source of itself. */
  retryOf: ExchangeId | null;
};

/** Something that adds to the prompt of an exchange. Sources run in parallel; one that is late or fails is left out. */
export type ContextSource = {
  name: string;
  /** The heading of its section. */
  title: string;
  deadlineMs: number;
  /** Called when a conversation is opened: the source loads what its first answer would otherwise wait for. */
  prepare?(): void;
  /** Paragraphs, the most important first: those that do not fit are left out from the end. */
  gather(ctx: { db: UserDb; signal: AbortSignal }, question: Question): Promise<readonly string[]>;
};
