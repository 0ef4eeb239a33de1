import { parseDollars } from "@dialectic/contract";
import { AppError } from "#platform";

/** An amount as the user typed it, in the API's millionths of a dollar; refused before anything is opened. */
export function readAmount(typed: string): string {
  const parsed = parseDollars(typed);
  if (!parsed.ok) throw new AppError("invalid_input", parsed.why);
  return String(parsed.units);
}
