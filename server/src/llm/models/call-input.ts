import type { LearnedRate } from "#jobs";
import type { ModelSettings } from "./model-settings.ts";

export type CallInput = {
  model: string;
  instructions: string;
  messages: { role: "user" | "assistant"; content: string }[];
  maxOutputTokens?: number;
  signal?: AbortSignal;
  onText?: (delta: string) => void;
  /** Told what the answer's headers say about rates, as soon as they are there, whether the answer is good or bad. */
  onRate?: (learned: LearnedRate) => void;
  /** Where keys and addresses come from. Without them only what is shipped can be called: rehearsal models. */
  settings?: ModelSettings;
};
