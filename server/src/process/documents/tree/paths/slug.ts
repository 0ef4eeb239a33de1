/**
 * Converts any text to a part of a file name, from which `unslug` recovers the text. A slug keeps dots and hyphens, and the
 * letters, marks and digits of every script, with the exceptions below. Everything else becomes an escape. So two texts
 * never have the same name, not even if a file system ignores case or normalises Unicode. The separators `_`, `+` and `/`
 * occur in no slug. The escapes:
 *
 *     ~a … ~z    an upper-case ASCII letter:    GPT-4.1          → ~g~p~t-4.1
 *     ~00 … ~7f  any other ASCII character:     rehearsal/atlas  → rehearsal~2fatlas
 *     ~~202e     any other UTF-16 unit (hex): invisible and bidi characters, emoji, lone surrogates
 *     ~-         the empty text
 *
 * The exceptions, which are escaped too:
 * - a letter that case folding changes, such as `É`, and a character with which the name would not be in NFC, such as a combining
 *   accent after an `e`;
 * - a dot at either end: a leading dot hides the file, `..` is a folder, and Windows drops trailing dots;
 * - the first letter of a name that Windows reserves for a device (`con`, `nul.txt`).
 */
export function slug(text: string): string {
  if (text === "") return empty;
  const points = [...text];
  const name: string[] = [];
  let marks = -1; // marks kept since the last kept letter; -1 if there is no letter that could carry a mark
  for (const [index, point] of points.entries()) {
    const isMark = mark.test(point);
    const isKept =
      isLetter(point, points[index + 1]) &&
      !(isMark && (marks < 0 || marks >= mostMarks)) &&
      !(point === "." && (index === 0 || index === points.length - 1)) &&
      !(index === 0 && reserved.test(text)) &&
      isComposed(name, point);
    name.push(isKept ? point : escaped(point));
    marks = isKept ? (isMark ? marks + 1 : 0) : -1;
  }
  return name.join("");
}

/** The text from which a slug was made; null for a name that neither `slug` nor `legacySlug` produces. */
export function unslug(name: string): string | null {
  if (name === empty) return "";
  const text = name.replace(escapes, (_, upper?: string, ascii?: string, wide?: string) =>
    upper ? upper.toUpperCase() : String.fromCharCode(Number.parseInt(ascii ?? wide ?? "", 16)),
  );
  return text !== "" && (slug(text) === name || legacySlug(text) === name) ? text : null;
}

/** Escapes names as earlier versions did, which kept only ASCII letters. Older databases and exports contain such names. */
export function legacySlug(text: string): string {
  if (text === "") return empty;
  const last = text.length - 1;
  const isReserved = reserved.test(text);
  return Array.from({ length: text.length }, (_, index) => {
    const unit = text.charAt(index);
    const isHidden = (unit === "." && (index === 0 || index === last)) || (isReserved && index === 0);
    return /^[a-z0-9.-]$/.test(unit) && !isHidden ? unit : escaped(unit);
  }).join("");
}

const empty = "~-";
const mark = /^\p{M}$/u;
const wide = /^[\p{L}\p{M}\p{N}]$/u;
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/;
const escapes = /~(?:([a-z])|([0-7][0-9a-f])|~([0-9a-f]{4}))/g;
/**
 * More marks than any script puts on one letter. Further marks are escaped, so that `isComposed` needs to check only the
 * last few characters of a name.
 */
const mostMarks = 8;

function isLetter(point: string, next: string | undefined): boolean {
  if (point < "\x80") return /^[a-z0-9.-]$/.test(point);
  if (!wide.test(point) || /\p{Default_Ignorable_Code_Point}/u.test(point)) return false;
  // `ς` and `σ` fold to the same letter, so only the one that Greek spelling requires before the next character is kept.
  if (point === "ς") return !isInWord(next);
  if (point === "σ") return isInWord(next);
  return point.toLowerCase() === point && point.toUpperCase().toLowerCase().normalize("NFC") === point;
}

const isInWord = (next: string | undefined): boolean => next !== undefined && /^[\p{L}\p{M}]$/u.test(next);

/**
 * True if the name stays in NFC when the character is appended. Only the last characters of the name could combine with it.
 */
function isComposed(name: readonly string[], point: string): boolean {
  if (point < "\x80") return true;
  const end = name.slice(-(mostMarks + 2)).join("") + point;
  return end.normalize("NFC") === end;
}

function escaped(point: string): string {
  if (/^[A-Z]$/.test(point)) return `~${point.toLowerCase()}`;
  if (point < "\x80") return `~${point.charCodeAt(0).toString(16).padStart(2, "0")}`;
  return Array.from({ length: point.length }, (_, index) => {
    const unit = point.charCodeAt(index).toString(16).padStart(4, "0");
    return `~~${unit}`;
  }).join("");
}
