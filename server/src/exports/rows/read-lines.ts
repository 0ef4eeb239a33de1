import { AppError } from "#platform";

/** No text and no row of a project is larger than this. The limit bounds the memory for texts that are read as a whole. */
export const maxTextBytes = 128 * 2 ** 20;

/** Splits a stream into lines, without line ends. */
export async function* readLines(chunks: AsyncIterable<Buffer>, maxLength = maxTextBytes): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // Joined once, at the end of the line: otherwise each chunk would copy the line read so far.
  let rest: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const [first = "", ...others] = decoder.decode(chunk, { stream: true }).split("\n");
    rest.push(first);
    length += first.length;
    if (length > maxLength)
      throw new AppError("damaged_export", "The export is damaged: one of its lines is longer than a row can be.");
    const last = others.pop();
    if (last === undefined) continue;
    yield rest.join("");
    yield* others;
    rest = [last];
    length = last.length;
  }
  const end = rest.join("") + decoder.decode();
  if (end !== "") yield end;
}
