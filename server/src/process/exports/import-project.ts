import { type Project, ProjectId, type UserId } from "@dialectic/contract";
import { type ModelSettings, settingsFor } from "#models";
import { AppError, databaseFault, isUniqueViolation, sha256, type Tx } from "#platform";
import { freeSlug } from "#projects";
import { loadProcess, type Process } from "#recipes";
import { freezeImported, getProject, type SessionsCtx } from "#sessions";
import { adoptTemplates } from "./adopt-templates.ts";
import { quoteImported } from "./quote-imported.ts";
import { type CheckedRows, checkRows } from "./rows/check-rows.ts";
import { createNewIds } from "./rows/refs.ts";
import { type RowPlace, rowFault } from "./rows/row-fault.ts";
import { rowsPath, textPath } from "./rows/rows-paths.ts";
import { exportedTables } from "./rows/tables.store.ts";
import { beginImport, checkAtOnce, packQuickly } from "./rows/take-in.store.ts";
import { type TakingIn, takeIn } from "./rows/take-in.ts";
import { readText, type VerifiedExport, verifyOpen } from "./verify-export.ts";
import { type OpenZip, openZip } from "./zip/open-zip.ts";

export type CheckedExport = AsyncDisposable & { zip: OpenZip; verified: VerifiedExport; rows: CheckedRows };

/** Opens an export, verifies every byte and validates every row: nothing is written before the last one was right. */
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

/** How often two projects of one name may be made at the same moment. */
const mostTries = 5;

/**
 * Makes a project of the acting user from an export, with ids of its own, in one transaction. What it cost stays with
 * whoever paid. The same file imported twice makes two projects.
 */
export async function importProject(ctx: SessionsCtx, checked: CheckedExport): Promise<Project> {
  const settings = await settingsFor(ctx.db, ctx.models);
  for (let tries = 1; ; tries++) {
    try {
      const projectId = await ctx.db.tx((db) => takeInAll(db, { ...checked, ownerId: ctx.db.userId, settings }));
      return await getProject(ctx, { projectId });
    } catch (error) {
      if ((isUniqueViolation(error) || isSlugTaken(error)) && tries < mostTries) continue;
      const fault = databaseFault(error);
      if (!fault) throw error;
      throw new AppError("damaged_export", `It cannot be imported: ${fault.message}`, { cause: error });
    }
  }
}

/** Another project of this name was made meanwhile. A unique violation outside of the rows is one of two equal templates. */
const isSlugTaken = (error: unknown): boolean =>
  error instanceof AppError && databaseFault(error.cause)?.constraint === "projects_owner_id_slug_key";

type Importing = Omit<CheckedExport, typeof Symbol.asyncDispose> & { ownerId: UserId; settings: ModelSettings };

async function takeInAll(db: Tx, { zip, verified, rows, ownerId, settings }: Importing): Promise<ProjectId> {
  const ids = createNewIds(Object.keys(verified.manifest.rows), rows.index);
  await packQuickly(db);
  await checkAtOnce(db);
  const templates = await adoptTemplates(db, zip, ownerId);
  const textOf = textsIn(zip, verified);
  const slug = await freeSlug(db, rows.project.name);
  const brief = await textOf(rows.project.brief.sha256);
  const given: TakingIn["given"] = async (place, row) => {
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
        // A text may have been changed to hide a key in it: the hash is that of the text as it is now.
        return { sha256: sha256(String(row.file)) };
      default:
        return {};
    }
  };
  const taking: TakingIn = { db, zip, ids, index: rows.index, ownerId, textOf, given };
  const projectId = ProjectId.parse(ids.toId(rows.project.id));
  for (const table of exportedTables) {
    if (!zip.files.has(rowsPath(table.name))) continue; // of a version that did not have the table yet
    await takeIn(taking, table, rowsPath(table.name));
    if (table.name === "projects") await beginImport(db, { projectId, manifestSha256: verified.manifestSha256 });
  }
  await freezeImported(db, { projectId, settings });
  return projectId;
}

/** The place of a stage's files, and what may follow on it, are read from the process. */
function assertStages({ stages }: Process, named: ReadonlyMap<string, RowPlace>): void {
  for (const [stage, place] of named) {
    if (!stages.some(({ key }) => key === stage))
      throw rowFault(place, `${stage} is not a stage of the session's process.`);
  }
}

/** A text is the file that has its hash, or one that is named by it (what was hidden in it changed its own). */
function textsIn(zip: OpenZip, { manifest }: VerifiedExport): (hash: string) => Promise<string> {
  const byHash = new Map(Object.entries(manifest.files).map(([path, file]) => [file.sha256, path]));
  return async (hash) => {
    const path = zip.files.has(textPath(hash)) ? textPath(hash) : byHash.get(hash);
    if (path === undefined)
      throw new AppError("damaged_export", `It lacks a text that one of its rows names (${hash}).`);
    const text = await readText(zip, path);
    if (path !== textPath(hash) && sha256(text) !== hash)
      throw new AppError("damaged_export", `${path} changed while it was read.`);
    return text;
  };
}
