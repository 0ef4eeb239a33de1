import { AppError } from "#platform";

/** No text of a project is larger, and no row. What is read whole must not be all the memory there is. */
export const largestText = 128 * 2 ** 20;

/** Lines of a text that comes in pieces, without their ends. */
export async function* readLines(chunks: AsyncIterable<Buffer>, longest = largestText): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // Joined once, when the line ends: a long one would be copied with each of its pieces otherwise.
  let rest: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const [first = "", ...others] = decoder.decode(chunk, { stream: true }).split("\n");
    rest.push(first);
    length += first.length;
    if (length > longest) throw new AppError("damaged_export", "One of its lines is longer than any row.");
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
