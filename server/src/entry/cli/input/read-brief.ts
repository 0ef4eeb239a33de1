import { AppError } from "#platform";
import { readText } from "./read-text.ts";

export type Brief = { text: string; name: string | undefined };

const maxLength = 2_000_000;

/** The request, from a file or, for `-`, from stdin; refused here unless it says something. */
export async function readBrief(file: string): Promise<Brief> {
  const { text, name, what } = await readText(file);
  if (text.trim() === "") {
    throw new AppError("empty_brief", `${what} is empty: write into it what should be planned, in your own words.`);
  }
  if (text.length > maxLength) {
    throw new AppError(
      "invalid_input",
      `${what} is longer than ${maxLength} characters: a brief is a request, not an archive.`,
    );
  }
  return { text, name };
}
