/**
 * Turns text of any script into the name of a file or folder. Letters, marks and digits are kept, in lower case and NFC;
 * everything between them becomes one hyphen. The text cannot be recovered from the name. Texts that differ only in case,
 * normal form or invisible characters get the same name, because a file system may treat them as equal.
 */
export function fileName(text: string, { maxLength = 60, fallback }: { maxLength?: number; fallback: string }): string {
  const words = foldCase(text)
    .replace(/(?<![\p{L}\p{M}\p{N}])\p{M}+/gu, "") // marks that follow no letter
    .replace(/(?<=\p{M}{8})\p{M}+/gu, "") // more marks than any script stacks
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-+/, "");
  const name = shorten(words, maxLength).replace(/-+$/, "");
  return name === "" || isDevice.test(name) ? [fallback, name].filter(Boolean).join("-") : name;
}

/**
 * True if this is the name of a single folder, not a path. A database from a stranger's backup may contain any path here.
 */
export const isFolderName = (name: string): boolean => !["", ".", ".."].includes(name) && !/[/\\\0]/.test(name);

/** Leaves room for `.md`, `.zip` and a number within 255 bytes. */
const maxBytes = 200;

/** Names that Windows reserves for devices. No file or folder can have them. */
const isDevice = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/;

/** Only this many characters at the beginning of a text are read. */
const maxRead = 2000;

const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** One spelling for names that a case-insensitive file system treats as equal: `ß` becomes `ss`, `Σ` becomes `σ` or `ς`. */
function foldCase(text: string): string {
  const folded = Array.from(text.slice(0, maxRead).toWellFormed().normalize("NFC").replace(invisible, ""), (point) =>
    point.toLowerCase().toUpperCase().toLowerCase(),
  );
  return folded
    .join("")
    .normalize("NFC")
    .replace(/ς/g, "σ")
    .replace(/σ(?![\p{L}\p{M}])/gu, "ς");
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Shortens a text to a number of characters and bytes, without splitting a grapheme. */
function shorten(text: string, maxLength: number): string {
  let [short, count, bytes] = ["", 0, 0];
  for (const { segment } of graphemes.segment(text)) {
    count += segment.length;
    bytes += Buffer.byteLength(segment);
    if (count > maxLength || bytes > maxBytes) break;
    short += segment;
  }
  return short;
}
