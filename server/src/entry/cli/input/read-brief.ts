import { AppError } from "#platform";
import { readText } from "./read-text.ts";

export type Brief = { text: string; name: string | undefined };

const maxLength = 2_000_000;

/** Reads the brief from a file or, for `-`, from stdin. Throws if it is empty. */
export async function readBrief(file: string): Promise<Brief> {
  const { text, name, what } = await readText(file);
  if (text.trim() === "") {
    throw new AppError("empty_brief", `${what} is empty. Describe what should be planned, in your own words.`);
  }
  if (text.length > maxLength) {
    throw new AppError("invalid_input", `${what} is too long: a brief has at most ${maxLength} characters.`);
  }
  return { text, name };
}
