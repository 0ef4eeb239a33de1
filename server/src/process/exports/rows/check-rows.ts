import { AppError } from "#platform";
import type { Manifest } from "../manifest.ts";
import type { OpenZip } from "../zip/open-zip.ts";
import { parseLine } from "./parse-line.ts";
import { readLines } from "./read-lines.ts";
import { rowFault } from "./row-fault.ts";
import { type Ref, readRef } from "./row-index.ts";
import { createRowRules, type RowRules } from "./row-rules.ts";
import { domainsPath, processesPath, rowsPath } from "./rows-paths.ts";
import { type ExportedTable, exportedTables, withCurrentNames } from "./tables.store.ts";

/** Long texts are files of their own: what is left of a row is small. */
const largestRow = 16 * 2 ** 20;

export type CheckedRows = Pick<RowRules, "index" | "stagesOf"> & { project: ProjectRow };
type ProjectRow = { id: Ref; name: string; brief: { sha256: string } };

/**
 * Validates every row of an export before the first one is inserted: each column by its schema, then what rows say of
 * each other. What is refused is named by table, line and column. Costs some eight bytes of memory a row.
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
    const told = manifest.rows[table.name] ?? 0;
    if (counted !== told)
      throw new AppError(
        "damaged_export",
        `${rowsPath(table.name)} has ${counted} rows and the manifest says ${told}.`,
        {
          details: { table: table.name, row: counted, column: null },
        },
      );
  }
  if (!project || manifest.rows.projects !== 1)
    throw new AppError("damaged_export", "It does not hold exactly one project.");
  rules.checkAll();
  return { ...rules, project };
}

type Row = Record<string, unknown>;

function readProject(row: Row, manifest: Manifest): ProjectRow {
  const id = readRef(row.id);
  // The name is shown before the import, by the manifest, and after it, by the row.
  if (!id || row.name !== manifest.project.name)
    throw rowFault({ table: "projects", row: 1, column: "name" }, "is not the name that the manifest tells.");
  return { id, name: manifest.project.name, brief: row.brief as ProjectRow["brief"] }; // of this shape by its schema
}

async function checkTable(zip: OpenZip, table: ExportedTable, check: (row: Row, n: number) => void): Promise<number> {
  const path = rowsPath(table.name);
  if (!zip.files.has(path)) return 0; // of a version that did not have the table yet
  let n = 0;
  for await (const line of readLines(zip.read(path), largestRow)) {
    check(checkRow(table, line, n), n);
    n += 1;
  }
  return n;
}

function checkRow(table: ExportedTable, line: string, n: number): Row {
  const place = { table: table.name, row: n + 1 };
  const parsed = parseLine(line);
  if (!parsed) throw rowFault(place, "this is no row: it must be an object in JSON, and not deeply nested.");
  const row = isRow(parsed.value) ? withCurrentNames(table, parsed.value) : parsed.value;
  const checked = table.row.safeParse(row);
  if (checked.success) return row as Row; // as it is: what the schema makes of it may differ
  const [issue] = checked.error.issues;
  if (!issue) throw rowFault(place, "this is no row.", checked.error);
  if (issue.code === "unrecognized_keys") {
    const [column = ""] = issue.keys;
    throw rowFault(
      { ...place, column: column.slice(0, 100) },
      "this version has no such column. A newer one may have written it.",
    );
  }
  const [column] = issue.path;
  throw rowFault(
    { ...place, column: column === undefined ? undefined : String(column) },
    `${issue.message}.`,
    checked.error,
  );
}

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);

/** Money, approvals and keys never travel: rows of a table that no export has are refused, not passed over. */
function assertKnownTables(zip: OpenZip, manifest: Manifest): void {
  const known = new Set([processesPath, domainsPath, ...exportedTables.map(({ name }) => rowsPath(name))]);
  const inZip = [...zip.files.keys()].filter((path) => /^rows\/[^/]+$/.test(path));
  const strange = [...inZip, ...Object.keys(manifest.rows).map(rowsPath)].find((path) => !known.has(path));
  if (strange === undefined) return;
  throw new AppError("damaged_export", `${strange} is not a table of an export. A newer version may have written it.`);
}
