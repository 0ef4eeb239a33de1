import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { type TestDatabase, testDatabase } from "#test";
import { checkRows } from "./check-rows.ts";
import { createGraph } from "./graph.ts";
import { parseLine } from "./parse-line.ts";
import { columnsOf } from "./rows.store.ts";
import { exportedTables } from "./tables.store.ts";

/** Columns that are required on import, although the database has defaults for them. */
const alwaysThere = [
  "jobs.status",
  "sessions.status",
  "stage_runs.status",
  "jobs.project_id",
  "prompt_receipts.project_id",
];

describe("the schemas of an export's rows", () => {
  let t: TestDatabase;
  type Given = { name: string; type: string; nullable: boolean; hasDefault: boolean; schema: z.ZodType | undefined };
  const columns: Given[] = [];
  const unknown: string[] = [];

  beforeAll(async () => {
    t = await testDatabase("pglite");
    await t.database.asOwner(async (db) => {
      const { rows } = await sql<{ name: string }>`
        select attrelid::regclass || '.' || attname as name from pg_attribute where atthasdef and attnum > 0`.execute(
        db,
      );
      const withDefault = new Set(rows.map(({ name }) => name));
      for (const table of exportedTables) {
        const travelling = await columnsOf(db, table);
        const names = travelling.columns.map(({ name }) => name);
        unknown.push(...Object.keys(table.row.shape).filter((name) => !names.includes(name)));
        for (const { name: column, type, nullable } of travelling.columns) {
          const name = `${table.name}.${column}`;
          const isReplaced = table.exportAs?.[column] !== undefined && type === "uuid";
          const schema = table.row.shape[column] as z.ZodType | undefined;
          columns.push({ name, type: isReplaced ? "text" : type, nullable, hasDefault: withDefault.has(name), schema });
        }
      }
    });
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const accept =
    (value: unknown) =>
    ({ schema }: Given) =>
      schema?.safeParse(value).success === true;
  const nameOf = ({ name }: Given) => name;

  it("cover exactly the exported columns", () => {
    expect(columns.filter(({ schema }) => !schema).map(nameOf)).toEqual([]);
    expect(unknown).toEqual([]);
    expect(columns.length).toBeGreaterThan(200);
  });

  it("allow a column to be missing or null exactly if the database does", () => {
    const mayBeMissing = columns.filter(accept(undefined)).map(nameOf);
    const filledIn = columns.filter(({ nullable, hasDefault }) => nullable || hasDefault).map(nameOf);
    expect(mayBeMissing).toEqual(filledIn.filter((name) => !alwaysThere.includes(name)));
    const mayBeNull = columns.filter(accept(null)).map(nameOf);
    expect(mayBeNull.filter((name) => !columns.find((one) => one.name === name)?.nullable)).toEqual([]);
  });

  it("refuse times that are infinite or too far away, numbers that overflow their column, and texts that cannot be stored", () => {
    const of = (...types: string[]) => columns.filter(({ type }) => types.includes(type));
    const odd: [Given[], unknown[]][] = [
      [of("timestamptz"), ["infinity", "-infinity", "10000-01-01T00:00:00Z", "9999-01-01T00:00:00Z", 0, ""]],
      [of("int4", "int8"), [Number.POSITIVE_INFINITY, -2_147_483_649, 1.5, "1", 2 ** 60]],
      [of("float8"), [Number.POSITIVE_INFINITY, Number.NaN, -1, "1"]],
      [of("bool"), ["true", 0]],
      [of("uuid"), ["01a1e105-0c5c-7e63-a5ad-42d3eb928681", "{{users/0/00000000}}", 7]],
      [of("text", "_text"), ["a\0b", "\ud800", ["a\0b"], 7, {}, "x".repeat(1_000_001)]],
      [of("jsonb"), [{ code: "\0" }, [{ "\ud800": 1 }]]],
    ];
    const accepted = odd.flatMap(([given, values]) =>
      values.flatMap((value) =>
        given.filter(accept(value)).map(({ name }) => `${name} ${JSON.stringify(value)?.slice(0, 40)}`),
      ),
    );
    expect(accepted).toEqual([]);
    expect(odd.filter(([given]) => given.length === 0)).toEqual([]);
  });
});

describe("a line of JSON", () => {
  it.each([
    ['{"a":[1,{"b":"]]]"}]}', true],
    [`${"[".repeat(64)}${"]".repeat(64)}`, true],
    [`${"[".repeat(65)}${"]".repeat(65)}`, false],
    [`{"a":"${"[".repeat(100_000)}"}`, true],
    [`{"a":"\\"${"[".repeat(100)}"}`, true],
    [`{"a":${"[".repeat(1_000_000)}`, false],
    ["{", false],
    ["", false],
  ])("is parsed unless it is nested too deeply: %#", (line, isParsed) => {
    expect(parseLine(line) !== null).toBe(isParsed);
  });
});

describe("a graph of rows", () => {
  const graphOf = (edges: [number, number][]) => {
    const graph = createGraph();
    for (const [from, to] of edges) graph.add(from, to);
    return graph.findCycle();
  };
  it.each([
    [[], null],
    [
      [
        [0, 1],
        [1, 2],
        [0, 2],
      ],
      null,
    ],
    [[[0, 0]], 0],
    [
      [
        [0, 1],
        [1, 2],
        [2, 1],
      ],
      1,
    ],
    [
      [
        [5, 4],
        [4, 3],
        [3, 5],
        [0, 5],
      ],
      3,
    ],
  ] as [[number, number][], number | null][])("is searched for cycles: %j", (edges, found) => {
    expect(graphOf(edges)).toBe(found);
  });

  it("is searched in linear time", () => {
    const graph = createGraph();
    // Every row refers to the two before it, so a search along all paths would take exponential time.
    for (let row = 2; row < 200_000; row++) {
      graph.add(row, row - 1);
      graph.add(row, row - 2);
    }
    expect(graph.findCycle()).toBeNull();
    graph.add(0, 199_999);
    expect(graph.findCycle()).not.toBeNull();
  });
});

describe("rows that the manifest does not count", () => {
  const zipOf = (files: Record<string, string>) => ({
    files: new Map(Object.entries(files).map(([path, text]) => [path, { bytes: text.length }])),
    async *read(path: string) {
      yield Buffer.from(files[path] ?? "");
    },
    async [Symbol.asyncDispose]() {},
  });
  const check = (files: Record<string, string>, rows: Record<string, number>) =>
    checkRows(zipOf(files), { project: { name: "Hedge" }, rows } as never);

  it("are refused, and so are unknown tables", async () => {
    await expect(check({}, {})).rejects.toThrow(/exactly one project/);
    await expect(check({ "rows/claims.jsonl": "" }, { claims: 1 })).rejects.toThrow(
      /0 rows, but the manifest declares 1/,
    );
    await expect(check({ "rows/wallet_budgets.jsonl": "" }, {})).rejects.toThrow(/wallet_budgets.jsonl is not a table/);
    await expect(check({}, { wallet_budgets: 1 })).rejects.toThrow(/wallet_budgets.jsonl is not a table/);
  });
});
