/** A piece of Markdown as plain words: without marks of emphasis and code around it. */
export const bare = (text: string): string => text.replace(/[*_`]{1,3}/g, "").trim();

/** On one line, and no longer than this. */
export function shorten(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`;
}
