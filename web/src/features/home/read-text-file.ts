export type ReadOutcome = { ok: true; text: string } | { ok: false; why: string };

/** The API's own limit for a brief, in characters. */
const briefLimit = 2_000_000;

/** Reads a file as text. Rejects a file that is not text. */
export async function readTextFile(file: File): Promise<ReadOutcome> {
  const refuse = (why: string): ReadOutcome => ({ ok: false, why });
  if (file.size > briefLimit * 4) return refuse(`${file.name} is too large: a brief has at most 2,000,000 characters.`);
  const bytes = await file.arrayBuffer();
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (text.includes("\0")) throw new TypeError("binary");
    if (text.trim() === "") return refuse(`${file.name} is empty.`);
    if (text.length > briefLimit) return refuse(`${file.name} is too large: a brief has at most 2,000,000 characters.`);
    return { ok: true, text };
  } catch {
    return refuse(`${file.name} is not a text file. Add Markdown or plain text.`);
  }
}
