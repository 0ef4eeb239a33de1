import type { ModelSettings } from "./model-settings.ts";

export type CallInput = {
  model: string;
  instructions: string;
  messages: { role: "user" | "assistant"; content: string }[];
  maxOutputTokens?: number;
  signal?: AbortSignal;
  onText?: (delta: string) => void;
  /** Where keys and addresses come from; else the environment of this process. */
  settings?: ModelSettings;
};
