import { AppError } from "#platform";
import type { Manifest } from "../manifest.ts";
import type { OpenZip } from "../zip/open-zip.ts";
import { parseLine } from "./parse-line.ts";
import { readLines } from "./read-lines.ts";
import { rowError } from "./row-error.ts";
import { type Ref, readRef } from "./row-index.ts";
import { createRowRules, type RowRules } from "./row-rules.ts";
import { domainsPath, processesPath, rowsPath } from "./rows-paths.ts";
import { type ExportedTable, exportedTables, withCurrentNames } from "./tables.store.ts";

/** Long texts are separate files, so rows are small. */
const maxRowBytes = 16 * 2 ** 20;

export type CheckedRows = Pick<RowRules, "index" | "stagesOf"> & { project: ProjectRow };
type ProjectRow = { id: Ref; name: string; brief: { sha256: string } };

/**
 * Validates every row of an export before the first one is inserted: each column by its schema, then the relations between
 * rows. Errors name the table, line and column. Needs about eight bytes of memory per row.
 */
export async function checkRows(zip: OpenZip, manifest: Manifest): Promise<CheckedRows> {
  assertKnownTables(zip, manifest);
  const rules = createRowRules();
  let project: ProjectRow | undefined;
  for (const table of exportedTables) {
    const counted = await checkTable(zip, table, (row, n) => {
      if (table.name === "projects") project = readProject(row, manifest);
      rules.check(table.name, row, n);
    });
    const declared = manifest.rows[table.name] ?? 0;
    if (counted !== declared)
      throw new AppError(
        "damaged_export",
        `${rowsPath(table.name)} has ${counted} rows, but the manifest declares ${declared}.`,
        {
          details: { table: table.name, row: counted, column: null },
        },
      );
  }
  if (!project || manifest.rows.projects !== 1)
    throw new AppError("damaged_export", "The export does not contain exactly one project.");
  rules.checkAll();
  return { ...rules, project };
}

type Row = Record<string, unknown>;

function readProject(row: Row, manifest: Manifest): ProjectRow {
  const id = readRef(row.id);
  // The names must be equal, because people see the manifest's name before the import and the row's name after it.
  if (!id || row.name !== manifest.project.name)
    throw rowError({ table: "projects", row: 1, column: "name" }, "is not the name in the manifest.");
  return { id, name: manifest.project.name, brief: row.brief as ProjectRow["brief"] }; // validated by its schema
}

async function checkTable(zip: OpenZip, table: ExportedTable, check: (row: Row, n: number) => void): Promise<number> {
  const path = rowsPath(table.name);
  if (!zip.files.has(path)) return 0; // the program that wrote the export did not have this table yet
  let n = 0;
  for await (const line of readLines(zip.read(path), maxRowBytes)) {
    check(checkRow(table, line, n), n);
    n += 1;
  }
  return n;
}

function checkRow(table: ExportedTable, line: string, n: number): Row {
  const place = { table: table.name, row: n + 1 };
  const parsed = parseLine(line);
  if (!parsed) throw rowError(place, "this is not a row: a row is a JSON object without deep nesting.");
  const row = isRow(parsed.value) ? withCurrentNames(table, parsed.value) : parsed.value;
  const checked = table.row.safeParse(row);
  if (checked.success) return row as Row; // unchanged: the output of the schema may differ from the row
  const [issue] = checked.error.issues;
  if (!issue) throw rowError(place, "this is not a row.", checked.error);
  if (issue.code === "unrecognized_keys") {
    const [column = ""] = issue.keys;
    throw rowError(
      { ...place, column: column.slice(0, 100) },
      "this version has no such column. A newer one may have written it.",
    );
  }
  const [column] = issue.path;
  throw rowError(
    { ...place, column: column === undefined ? undefined : String(column) },
    `${issue.message}.`,
    checked.error,
  );
}

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);

/** Refuses an export with any other table, instead of ignoring it: money, approvals and API keys are never imported. */
function assertKnownTables(zip: OpenZip, manifest: Manifest): void {
  const known = new Set([processesPath, domainsPath, ...exportedTables.map(({ name }) => rowsPath(name))]);
  const inZip = [...zip.files.keys()].filter((path) => /^rows\/[^/]+$/.test(path));
  const unknown = [...inZip, ...Object.keys(manifest.rows).map(rowsPath)].find((path) => !known.has(path));
  if (unknown === undefined) return;
  throw new AppError("damaged_export", `${unknown} is not a table of an export. A newer version may have written it.`);
}
