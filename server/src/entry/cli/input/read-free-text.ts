import { AppError } from "#platform";
import { readText } from "./read-text.ts";

/**
 * Reads a text that is given as words, as an option or as a file; a single `-` reads stdin. Throws if it is given in two of
 * these ways, because one of the two texts would be ignored. Returns undefined if no text was given.
 */
export async function readFreeText(given: {
  /** The words after the command, already joined. */
  typed: string | undefined;
  /** The text that was given with the option `flag`, such as `--note`. */
  option?: string | undefined;
  flag?: string;
  file?: string | undefined;
}): Promise<string | undefined> {
  const { typed, option, flag, file } = given;
  const other = option !== undefined ? flag : file !== undefined ? "--file" : undefined;
  if (typed !== undefined && other !== undefined) {
    throw new AppError(
      "invalid_input",
      `The text is given twice, as words ("${shown(typed)}") and with ${other}. Give it once.`,
    );
  }
  if (file !== undefined) return (await readText(file)).text;
  return typed === "-" ? (await readText("-")).text : (typed ?? option);
}

const shown = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
