import { askModel } from "./ask-model.ts";
import type { CallInput } from "./call-input.ts";
import type { CallResult } from "./call-result.ts";

/** `askModel` for callers to whom a failed call is an exception. Its error's details say what the failure used. */
export async function callModel(input: CallInput): Promise<CallResult> {
  const outcome = await askModel(input);
  if (outcome.ok) return outcome.answer;
  throw outcome.thrown;
}
