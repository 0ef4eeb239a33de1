import { askModel } from "./ask-model.ts";
import type { CallInput } from "./call-input.ts";
import type { CallResult } from "./call-result.ts";

/** `askModel` for tests, to which a failed call is an exception. The product asks through `#calls`, which pays. */
export async function callModel<T>(input: CallInput<T>): Promise<CallResult<T>> {
  const outcome = await askModel(input);
  if (outcome.ok) return outcome.answer;
  throw outcome.thrown;
}
