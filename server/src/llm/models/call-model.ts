import { askModel } from "./ask-model.ts";
import type { CallInput } from "./call-input.ts";
import type { CallResult } from "./call-result.ts";

/** `askModel` for callers to whom a failed call is an exception. Its error's details say what the failure used. */
export async function callModel<T>(input: CallInput<T>): Promise<CallResult<T>> {
  const outcome = await askModel(input);
  if (outcome.ok) return outcome.answer;
  throw outcome.thrown;
}
