import type { ModelTerms, Overflow } from "#models";
import { AppError } from "#platform";
import type { CallRow } from "./call.store.ts";

/**
 * The assumed ratio of the provider's token count to our estimate, for a prompt that the provider refused as too long
 * without giving a number.
 */
const assumed = 1.3;
const aboveLimit = 1.05;

type Sent = { countedTokens: number; factor: number; contextWindow: number; maxOutputTokens: number };

/** The tokens of a refused prompt by the provider's count: as the provider reported them, else an estimate. */
export function refusedTokens(overflow: Overflow, sent: Sent): NonNullable<CallRow["refusedTokens"]> {
  const { promptTokens } = overflow;
  if (promptTokens !== null && promptTokens > sent.countedTokens / 2)
    return { inputTokens: promptTokens, estimated: false };
  const expected = sent.countedTokens * sent.factor * assumed;
  const atLeast = (sent.contextWindow - sent.maxOutputTokens) * aboveLimit;
  return { inputTokens: Math.ceil(Math.max(expected, atLeast)), estimated: true };
}

/** The error to throw if the provider also refuses the shortened prompt as too long. */
export function stillTooLong(
  error: AppError,
  { overflow, terms: { id, contextWindow } }: { overflow: Overflow; terms: ModelTerms },
): AppError {
  const said = overflow.contextWindow;
  const why =
    said !== null && said < contextWindow
      ? ` Its provider says that the window of ${id} has ${said} tokens; this installation assumes ${contextWindow}: set contextWindow in models.json.`
      : "";
  return new AppError(error.code, `${error.message} The prompt was shortened once more and still did not fit.${why}`, {
    cause: error,
    details: error.details,
  });
}
