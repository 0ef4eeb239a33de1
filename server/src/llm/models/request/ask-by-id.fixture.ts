import { rehearsedSettings } from "#rehearsed";
import type { ModelSettings } from "../providers/model-settings.ts";
import { readyModel } from "../providers/resolve-model.ts";
import { askModel } from "./ask-model.ts";
import type { CallById } from "./call-input.ts";
import type { AskOutcome, CallResult } from "./call-result.ts";

export type AskById<T> = CallById<T> & { settings?: ModelSettings };

/** Calls `askModel` with a model's id. The default settings contain no keys, which is enough for rehearsal models. */
export async function askById<T>({
  model,
  settings = rehearsedSettings,
  ...input
}: AskById<T>): Promise<AskOutcome<T>> {
  return askModel({ ...input, model: readyModel(model, settings) });
}

/** Like `askById`, but throws if the call fails. */
export async function answerById<T>(input: AskById<T>): Promise<CallResult<T>> {
  const outcome = await askById(input);
  if (outcome.ok) return outcome.answer;
  throw outcome.thrown;
}
