import { changeRun, inArtifact } from "./shape.ts";

/** The table in an artifact, split into cells. */
export type Register = { head: string[]; rows: string[][] };

const cellsOf = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());

export const row = (cells: readonly (string | undefined)[]): string => `| ${cells.join(" | ")} |`;

export const table = (
  head: readonly string[],
  rows: readonly (readonly (string | undefined)[])[],
  ruler = "---",
): string[] => [row(head), row(head.map(() => ruler)), ...rows.map(row)];

/** Replaces the table below a title. */
export const changeTable = (answer: string, title: string, change: (table: Register) => string[]): string =>
  inArtifact(answer, [title], (body) =>
    changeRun(body, /^\|/, (run) => {
      const [head = [], , ...rows] = run.map(cellsOf);
      return change({ head, rows });
    }),
  );

export const changeRows = (
  answer: string,
  title: string,
  change: (cells: string[]) => readonly (string | undefined)[],
): string => changeTable(answer, title, ({ head, rows }) => table(head, rows.map(change)));

/** Replaces the table with other text, one piece for each row. */
export const rowsAs = (answer: string, title: string, change: (cells: string[], index: number) => string): string =>
  changeTable(answer, title, ({ rows }) => rows.map(change));

export const unescaped = (cell: string): string => cell.replaceAll("\\|", "|");
