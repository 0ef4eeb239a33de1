import { rehearsedSettings } from "#rehearsed";
import type { ModelSettings } from "../providers/model-settings.ts";
import { readyModel } from "../providers/resolve-model.ts";
import { askModel } from "./ask-model.ts";
import type { Asking } from "./call-input.ts";
import type { AskOutcome, CallResult } from "./call-result.ts";

export type AskById<T> = Asking<T> & { settings?: ModelSettings };

/** `askModel` for tests, with the id of a model; without settings, of one that is shipped. */
export async function askById<T>({
  model,
  settings = rehearsedSettings,
  ...input
}: AskById<T>): Promise<AskOutcome<T>> {
  return askModel({ ...input, model: readyModel(model, settings) });
}

/** The same for tests to which a failed call is an exception. */
export async function answerById<T>(input: AskById<T>): Promise<CallResult<T>> {
  const outcome = await askById(input);
  if (outcome.ok) return outcome.answer;
  throw outcome.thrown;
}
