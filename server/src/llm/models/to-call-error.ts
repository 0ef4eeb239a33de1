import { APICallError } from "ai";
import { AppError } from "#platform";

/** What went wrong during a call, as an error whose code says whether trying again can help. */
export function toCallError(thrown: unknown, model: string): AppError {
  if (thrown instanceof AppError) return thrown;
  const said = thrown instanceof Error ? thrown.message : String(thrown);
  return new AppError(
    "provider_unavailable",
    `${model} could not be reached or broke off: ${said}. The call can be tried again.`,
    { cause: thrown, retry: APICallError.isInstance(thrown) ? thrown.isRetryable : true },
  );
}
