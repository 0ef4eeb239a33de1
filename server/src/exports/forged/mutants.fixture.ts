import { oddValues, placesIn, withValue } from "./odd-values.fixture.ts";

/** The files of an export, by path. */
export type Files = Map<string, string>;
/** A change to an export, whose hashes and checksum are then recomputed. */
export type Mutant = { name: string; change: (files: Files) => void };

type Row = Record<string, unknown>;
/** Chooses an index below `count`. */
type Pick = (count: number) => number;

const linesOf = (files: Files, table: string): string[] =>
  (files.get(`rows/${table}.jsonl`) ?? "").split("\n").filter(Boolean);
const rowsOf = (files: Files, table: string): Row[] => linesOf(files, table).map((line) => JSON.parse(line));

function changeLines(files: Files, table: string, change: (lines: string[]) => string[]): void {
  const lines = change(linesOf(files, table));
  files.set(`rows/${table}.jsonl`, lines.map((line) => `${line}\n`).join(""));
}

const changeLine = (table: string, index: number, change: (line: string) => string) => (files: Files) =>
  changeLines(files, table, (lines) => lines.map((line, n) => (n === index ? change(line) : line)));

/** For every column of every table: one mutant per odd value, in a row that `pick` chooses, and one without the column. */
export function cellMutants(files: Files, tables: readonly string[], pick: Pick): Mutant[] {
  return tables.flatMap((table) => {
    const rows = rowsOf(files, table);
    return [...new Set(rows.flatMap(Object.keys))].flatMap((column) => {
      const index = pick(rows.length);
      const other = rows[(index + 1) % rows.length] ?? {};
      const values = { ...oddValues, "that of another row": JSON.stringify(other[column] ?? null) };
      const withOdd = Object.entries(values).map(([what, json]) => ({
        name: `${table}[${index}].${column} is ${what}`,
        change: changeLine(table, index, (line) => withValue(line, [column], json)),
      }));
      const without = (line: string) => {
        const { [column]: _, ...rest } = JSON.parse(line);
        return JSON.stringify(rest);
      };
      const leftOut = (changed: Files) => changeLines(changed, table, (lines) => lines.map(without));
      return [...withOdd, { name: `${table}.${column} is left out`, change: leftOut }];
    });
  });
}

/** Odd values inside the structured columns of these tables, in the last row whose column has a structured value. */
export function deepMutants(files: Files, tables: readonly string[]): Mutant[] {
  const odd = ["null", "-1", "1e400", "an empty text", "infinity", "NUL", "a megabyte", "an object", "a foreign id"];
  return tables.flatMap((table) => {
    const rows = rowsOf(files, table);
    return [...new Set(rows.flatMap(Object.keys))].flatMap((column) => {
      const isObject = (value: unknown) => typeof value === "object" && value !== null;
      const index = rows.findLastIndex((row) => isObject(row[column]));
      if (index < 0) return [];
      return placesIn(rows[index]?.[column]).flatMap((path) =>
        odd.map((what) => ({
          name: `${table}[${index}].${column}.${path.join(".")} is ${what}`,
          change: changeLine(table, index, (line) => withValue(line, [column, ...path], oddValues[what] ?? "")),
        })),
      );
    });
  });
}

const wholeRows: Record<string, (lines: string[]) => string[]> = {
  "its first row twice": ([first = "{}", ...rest]) => [first, first, ...rest],
  "no first row": (lines) => lines.slice(1),
  "its rows in reverse": (lines) => lines.toReversed(),
  "an empty line": (lines) => ["", ...lines],
  "a row that is null": (lines) => [...lines, "null"],
  "a row that is a list": (lines) => [...lines, "[]"],
  "half a row": (lines) => [...lines, '{"id":'],
  "a column of a newer version": ([first = "{}", ...rest]) => [withValue(first, ["from_the_future"], "1"), ...rest],
  "an owner": ([first = "{}", ...rest]) => [withValue(first, ["owner_id"], '"x"'), ...rest],
};

/** Changes of whole rows, in every table. */
export const rowMutants = (tables: readonly string[]): Mutant[] =>
  tables.flatMap((table) => [
    ...Object.entries(wholeRows).map(([what, change]) => ({
      name: `${table} has ${what}`,
      change: (files: Files) => changeLines(files, table, change),
    })),
    { name: `${table} is missing`, change: (files: Files) => void files.delete(`rows/${table}.jsonl`) },
  ]);

/** Cyclic references, and a session in an iteration that does not exist. */
export function graphMutants(files: Files): Mutant[] {
  const circle = (table: string, column: string, size: number): Mutant => {
    const ids = rowsOf(files, table).map(({ id }) => id);
    const next = (n: number) => JSON.stringify(ids[(n + 1) % size]);
    return {
      name: `${table}.${column} is a cycle of ${size}`,
      change: (changed) =>
        changeLines(changed, table, (lines) =>
          lines.map((line, n) => (n < size ? withValue(line, [column], next(n)) : line)),
        ),
    };
  };
  const jobColumns = ["parent_id", "prerequisite_id", "continued_by", "superseded_by", "ended_by"];
  const mutualSources = (changed: Files) =>
    changeLines(changed, "contribution_sources", (lines) => {
      const [edge] = lines.map((line) => JSON.parse(line));
      return [...lines, JSON.stringify({ ...edge, contribution_id: edge.source_id, source_id: edge.contribution_id })];
    });
  return [
    ...jobColumns.flatMap((column) => [1, 2, 3].map((size) => circle("jobs", column, size))),
    ...[1, 2].map((size) => circle("board_cards", "superseded_by", size)),
    { name: "contributions are made of each other", change: mutualSources },
    {
      name: "sessions are in iteration 2,000,000,000",
      change: changeLine("sessions", 0, (line) => withValue(line, ["iteration"], "2000000000")),
    },
  ];
}

/** Odd values anywhere in the exported templates. */
export function templateMutants(files: Files): Mutant[] {
  const odd = ["null", "-1", "a path upwards", "NUL", "a megabyte", "an object", "a hundred thousand levels"];
  return ["processes", "domains"].flatMap((table) => {
    const [line = "{}"] = linesOf(files, table);
    return placesIn(JSON.parse(line)).flatMap((path) =>
      odd.map((what) => ({
        name: `${table} ${path.join(".")} is ${what}`,
        change: changeLine(table, 0, (first) => withValue(first, path, oddValues[what] ?? "")),
      })),
    );
  });
}

/** The number of rows of each table, for the manifest of a forged export. */
export const countRows = (files: Files, tables: readonly string[]): Record<string, number> =>
  Object.fromEntries(tables.map((table) => [table, (files.get(`rows/${table}.jsonl`) ?? "").split("\n").length - 1]));
