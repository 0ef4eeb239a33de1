import { type Project, ProjectId, type UserId } from "@dialectic/contract";
import { type ModelSettings, settingsFor } from "#models";
import { AppError, databaseFault, isUniqueViolation, sha256, type Tx } from "#platform";
import { freeSlug } from "#projects";
import { loadProcess, type Process } from "#recipes";
import { freezeImported, getProject, type SessionsCtx } from "#sessions";
import { importTemplates } from "./import-templates.ts";
import { quoteImported } from "./quote-imported.ts";
import { type CheckedRows, checkRows } from "./rows/check-rows.ts";
import { beginImport, checkConstraintsImmediately, useFastCompression } from "./rows/import-rows.store.ts";
import { importTable, type RowImport } from "./rows/import-rows.ts";
import { createNewIds } from "./rows/refs.ts";
import { type RowPlace, rowError } from "./rows/row-error.ts";
import { rowsPath, textPath } from "./rows/rows-paths.ts";
import { exportedTables } from "./rows/tables.store.ts";
import { readText, type VerifiedExport, verifyOpen } from "./verify-export.ts";
import { type OpenZip, openZip } from "./zip/open-zip.ts";

export type CheckedExport = AsyncDisposable & { zip: OpenZip; verified: VerifiedExport; rows: CheckedRows };

/** Opens an export, verifies every byte and validates every row. Writes nothing. */
export async function checkExport(path: string): Promise<CheckedExport> {
  const zip = await openZip(path);
  try {
    const verified = await verifyOpen(zip, path);
    const rows = await checkRows(zip, verified.manifest);
    return { zip, verified, rows, [Symbol.asyncDispose]: () => zip[Symbol.asyncDispose]() };
  } catch (error) {
    await zip[Symbol.asyncDispose]();
    throw error;
  }
}

/** How many times the import looks for a free name while others create projects with the same name. */
const maxTries = 5;

/**
 * Creates a project of the acting user from an export, with new ids, in one transaction. Its costs are not imported.
 * Importing the same file twice creates two projects.
 */
export async function importProject(ctx: SessionsCtx, checked: CheckedExport): Promise<Project> {
  const settings = await settingsFor(ctx.db, ctx.models);
  for (let tries = 1; ; tries++) {
    try {
      const projectId = await ctx.db.tx((db) => importAll(db, { ...checked, ownerId: ctx.db.userId, settings }));
      return await getProject(ctx, { projectId });
    } catch (error) {
      if ((isUniqueViolation(error) || isSlugTaken(error)) && tries < maxTries) continue;
      const fault = databaseFault(error);
      if (!fault) throw error;
      throw new AppError("damaged_export", `The export cannot be imported: ${fault.message}`, { cause: error });
    }
  }
}

/**
 * Another project of this name has been created meanwhile. (Other unique violations come from concurrent imports of one
 * template.)
 */
const isSlugTaken = (error: unknown): boolean =>
  error instanceof AppError && databaseFault(error.cause)?.constraint === "projects_owner_id_slug_key";

type Importing = Omit<CheckedExport, typeof Symbol.asyncDispose> & { ownerId: UserId; settings: ModelSettings };

async function importAll(db: Tx, { zip, verified, rows, ownerId, settings }: Importing): Promise<ProjectId> {
  const ids = createNewIds(Object.keys(verified.manifest.rows), rows.index);
  await useFastCompression(db);
  await checkConstraintsImmediately(db);
  const templates = await importTemplates(db, zip, ownerId);
  const textOf = textsIn(zip, verified);
  const slug = await freeSlug(db, rows.project.name);
  const brief = await textOf(rows.project.brief.sha256);
  const overrides: RowImport["overrides"] = async (place, row) => {
    switch (place.table) {
      case "projects":
        return { slug };
      case "sessions": {
        const process = await loadProcess(db, templates.processOf(place, row));
        assertStages(process, rows.stagesOf(place.row - 1));
        const domain_id = templates.domainOf(place, row);
        return {
          process_template_id: process.id,
          domain_id,
          ...quoteImported(place, row, { process, brief, settings }),
        };
      }
      case "iterations":
        return { quote: null, quote_in_export: { quote: row.quote ?? null } };
      case "documents":
      case "document_versions":
        // Redaction may have changed the text: hash it as it is now.
        return { sha256: sha256(String(row.file)) };
      case "turn_bundles":
        return { sha256: sha256(String(row.text)) };
      default:
        return {};
    }
  };
  const rowImport: RowImport = { db, zip, ids, index: rows.index, ownerId, textOf, overrides };
  const projectId = ProjectId.parse(ids.toId(rows.project.id));
  for (const table of exportedTables) {
    if (!zip.files.has(rowsPath(table.name))) continue; // written by a version without this table
    await importTable(rowImport, table, rowsPath(table.name));
    if (table.name === "projects") await beginImport(db, { projectId, manifestSha256: verified.manifestSha256 });
  }
  await freezeImported(db, { projectId, settings });
  return projectId;
}

/** Paths and next stages are read from the process, so every stage that a row names must be one of the process's stages. */
function assertStages({ stages }: Process, named: ReadonlyMap<string, RowPlace>): void {
  for (const [stage, place] of named) {
    if (!stages.some(({ key }) => key === stage))
      throw rowError(place, `${stage} is not a stage of the session's process.`);
  }
}

/**
 * Finds a text by its hash: the file that is named after the hash, or else a file whose content has this hash. The content of a
 * file that is named after a hash may differ from the hash, because secrets are redacted in exports.
 */
function textsIn(zip: OpenZip, { manifest }: VerifiedExport): (hash: string) => Promise<string> {
  const byHash = new Map(Object.entries(manifest.files).map(([path, file]) => [file.sha256, path]));
  return async (hash) => {
    const path = zip.files.has(textPath(hash)) ? textPath(hash) : byHash.get(hash);
    if (path === undefined)
      throw new AppError("damaged_export", `The export lacks a text that one of its rows refers to (${hash}).`);
    const text = await readText(zip, path);
    if (path !== textPath(hash) && sha256(text) !== hash)
      throw new AppError("damaged_export", `${path} changed while it was read.`);
    return text;
  };
}
