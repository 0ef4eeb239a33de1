import { isTooDeep } from "#platform";

/** Parses a line of JSON. Returns null if it is invalid or nested too deeply; checks the depth before parsing. */
export function parseLine(line: string): { value: unknown } | null {
  if (isTooDeep(line)) return null;
  try {
    return { value: JSON.parse(line) };
  } catch {
    return null;
  }
}
