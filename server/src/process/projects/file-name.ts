/**
 * Words of any script as the name of a file or folder: letters, marks and digits are kept, in lower case and NFC, and
 * everything between them becomes one hyphen. Unlike a slug it cannot be read back: people type it and read it in lists.
 * Names that differ only in case, in normal form or in invisible characters are the same name, and names that a file
 * system takes for the same are, too.
 */
export function fileName(text: string, { longest = 60, otherwise }: { longest?: number; otherwise: string }): string {
  const words = foldCase(text)
    .replace(/(?<![\p{L}\p{M}\p{N}])\p{M}+/gu, "") // without a letter to stand on
    .replace(/(?<=\p{M}{8})\p{M}+/gu, "") // more than any script stacks
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-+/, "");
  const name = shorten(words, longest).replace(/-+$/, "");
  return name === "" || isDevice.test(name) ? [otherwise, name].filter(Boolean).join("-") : name;
}

/** So that `.md`, `.zip` and a number for its namesakes still fit into 255 bytes. */
const mostBytes = 200;

/** What Windows takes for a device: no folder and no file can have such a name there. */
const isDevice = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/;

/** Of a text of any length only its beginning can become a name. */
const mostRead = 2000;

const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** One spelling for all that file systems without case take for one another: `ß` becomes `ss`, `Σ` becomes `σ` or `ς`. */
function foldCase(text: string): string {
  const folded = Array.from(text.slice(0, mostRead).toWellFormed().normalize("NFC").replace(invisible, ""), (point) =>
    point.toLowerCase().toUpperCase().toLowerCase(),
  );
  return folded
    .join("")
    .normalize("NFC")
    .replace(/ς/g, "σ")
    .replace(/σ(?![\p{L}\p{M}])/gu, "ς");
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Whole characters as people see them, up to a number of them and of bytes. */
function shorten(text: string, longest: number): string {
  let [short, count, bytes] = ["", 0, 0];
  for (const { segment } of graphemes.segment(text)) {
    count += segment.length;
    bytes += Buffer.byteLength(segment);
    if (count > longest || bytes > mostBytes) break;
    short += segment;
  }
  return short;
}
