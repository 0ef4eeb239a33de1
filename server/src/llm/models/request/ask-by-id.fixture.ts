import { rehearsedSettings } from "#rehearsed";
import type { ModelSettings } from "../providers/model-settings.ts";
import { readyModel } from "../providers/resolve-model.ts";
import { askModel } from "./ask-model.ts";
import type { CallById } from "./call-input.ts";
import type { AskOutcome, CallResult } from "./call-result.ts";

export type AskById<T> = CallById<T> & { settings?: ModelSettings };

/** `askModel` with the id of a model; without settings, of a shipped model. */
export async function askById<T>({
  model,
  settings = rehearsedSettings,
  ...input
}: AskById<T>): Promise<AskOutcome<T>> {
  return askModel({ ...input, model: readyModel(model, settings) });
}

/** The same, but throws if the call fails. */
export async function answerById<T>(input: AskById<T>): Promise<CallResult<T>> {
  const outcome = await askById(input);
  if (outcome.ok) return outcome.answer;
  throw outcome.thrown;
}
