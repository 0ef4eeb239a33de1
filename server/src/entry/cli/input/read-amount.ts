import { parseDollars } from "@dialectic/contract";
import { AppError } from "#platform";

/** Parses an amount in dollars into the API's millionths of a dollar. */
export function readAmount(typed: string): string {
  const parsed = parseDollars(typed);
  if (!parsed.ok) throw new AppError("invalid_input", parsed.why);
  return String(parsed.units);
}
