/** Phrases that every stage repeats and that must look the same everywhere. */

/** Picks one of several choices, always the same one for the same seed. */
export function pick<T>(choices: readonly [T, ...T[]], seed: string): T {
  return choices[hash(seed) % choices.length] ?? choices[0];
}

/** FNV-1a: small, fast, and the same on every machine. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  return value >>> 0;
}

export function capital(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length);
}

export function joinWords(words: readonly string[], last = "and"): string {
  if (words.length < 2) return words[0] ?? "";
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** “no claim”, “one claim”, “3 claims”. */
export function counted(count: number, noun: string): string {
  if (count === 0) return `no ${noun}`;
  return count === 1 ? `one ${noun}` : `${count} ${noun}s`;
}

/** The text in quotation marks. A brief without a single letter has nothing to quote. */
export const quoted = (text: string): string => (text === "" ? "the request" : `“${text}”`);

/** Turns a text into a sentence: with a capital letter at the start and, if it does not end in punctuation, a full stop. */
export function sentence(text: string): string {
  const trimmed = capital(text.trim());
  return /[.!?…:]["”’)*]*$/u.test(trimmed) ? trimmed : `${trimmed}.`;
}

export function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll(/\s+/g, " ").replaceAll(/\\?\|/g, "\\|")).join(" | ")} |`;
}

/**
 * The head and delimiter row of a table as one text. Its rows are separate, so that they can be dropped to fit a budget.
 */
export function tableHead(columns: readonly string[]): string {
  return `${tableRow(columns)}\n${tableRow(columns.map(() => "---"))}`;
}

export function clip(text: string, words: number): string {
  const all = text.split(/\s+/);
  if (all.length <= words) return text;
  const cut = all.slice(0, words).join(" ");
  // A quotation that would lose its end is removed completely: half a quotation is a misquotation.
  const whole = cut.lastIndexOf("“") > cut.lastIndexOf("”") ? cut.slice(0, cut.lastIndexOf("“")) : cut;
  return `${whole.trim()} …`;
}
