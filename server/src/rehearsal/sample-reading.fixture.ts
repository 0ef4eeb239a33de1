/** Parsers for tests. They rely only on the formats that readers rely on, and share no code with the writers. */

export const part = (markdown: string, heading: string): string =>
  markdown.split(/^(?=# )/m).find((one) => one.startsWith(`# ${heading}\n`)) ?? "";
export const rows = (table: string): string[][] =>
  table
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.slice(2, -2).split(/ (?<!\\)\| /));
export const ids = (text: string, id: RegExp): string[] => text.match(id) ?? [];
export const field = (text: string, name: string): string =>
  text.match(new RegExp(`^- ${name}: (.*)$`, "m"))?.[1] ?? "";
