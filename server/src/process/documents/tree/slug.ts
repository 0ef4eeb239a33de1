/**
 * Any text as a part of a file name, and back. A slug keeps a–z, 0–9, dots and hyphens; everything else becomes
 * an escape made of the same characters and `~`, so that names survive file systems that ignore case or
 * normalise Unicode, and the separators `_`, `+` and `/` stay free:
 *
 *     ~a … ~z    an upper-case letter:          GPT-4.1          → ~g~p~t-4.1
 *     ~00 … ~7f  any other ASCII character:     rehearsal/atlas  → rehearsal~2fatlas
 *     ~~05e9     any other UTF-16 unit (hex), lone surrogates included
 *     ~-         the empty text
 *
 * A dot at either end is escaped too (hidden files, `..`, and Windows drops trailing dots), and so is the first
 * letter of a name Windows reserves for a device, with or without an extension (`con`, `nul.txt`).
 */
export function slug(text: string): string {
  if (text === "") return empty;
  const last = text.length - 1;
  const startsReserved = reserved.test(text);
  let result = "";
  for (let index = 0; index <= last; index++) {
    const unit = text.charAt(index);
    const atEdge = index === 0 || index === last;
    const mustHide = (unit === "." && atEdge) || (startsReserved && index === 0);
    result += kept.test(unit) && !mustHide ? unit : escapeUnit(unit);
  }
  return result;
}

/** The text a slug was made of; null for anything `slug` does not make. */
export function unslug(name: string): string | null {
  if (name === empty) return "";
  const text = name.replace(escapes, (_, upper?: string, ascii?: string, wide?: string) =>
    upper ? upper.toUpperCase() : String.fromCharCode(Number.parseInt(ascii ?? wide ?? "", 16)),
  );
  return text !== "" && slug(text) === name ? text : null;
}

const empty = "~-";
const kept = /^[a-z0-9.-]$/;
const reserved = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/;
const escapes = /~(?:([a-z])|([0-7][0-9a-f])|~([0-9a-f]{4}))/g;

function escapeUnit(unit: string): string {
  if (/^[A-Z]$/.test(unit)) return `~${unit.toLowerCase()}`;
  const code = unit.charCodeAt(0);
  return code < 0x80 ? `~${code.toString(16).padStart(2, "0")}` : `~~${code.toString(16).padStart(4, "0")}`;
}
