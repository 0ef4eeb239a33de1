/**
 * Only the colours and emphasis of style.ts are allowed. Other sequences could hide text, or print it in the background
 * colour.
 */
const ownStyle = "\\x1b\\[(?:0|[1-4]|2[2-4]|3[0-79]|9[0-7])m";
const control = new RegExp(`${ownStyle}|\\r\\n|[\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f]`, "g");

/**
 * Makes a text safe for a terminal. Names, titles and documents come from other people and from models, and a terminal obeys
 * control characters: they set its title, write to the clipboard, or overwrite earlier output.
 */
export const printable = (text: string): string =>
  text.replace(control, (found) => {
    if (found === "\r\n") return "\n";
    if (found.length > 1) return found;
    const code = found.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : "\ufffd"; // ␛ for escape, and so on
  });

/**
 * Escapes the control characters from U+007F to U+009F, too: terminals obey them, but JSON escapes only those below U+0020.
 */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\x7f-\x9f]/g, (found) => `\\u00${found.charCodeAt(0).toString(16)}`);
