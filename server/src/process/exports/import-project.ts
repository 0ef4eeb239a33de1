import type { Project, ProjectId, UserId } from "@dialectic/contract";
import { z } from "zod";
import { type ModelSettings, settingsFor } from "#models";
import { AppError, databaseFault, isUniqueViolation, sha256, type Tx } from "#platform";
import { adoptDomain, adoptProcess, DomainBundle, ProcessBundle } from "#recipes";
import { freeSlug, getProject, type SessionsCtx } from "#sessions";
import { Manifest } from "./manifest.ts";
import { quoteImported } from "./quote-imported.ts";
import { readLines } from "./rows/read-lines.ts";
import { createNewIds } from "./rows/refs.ts";
import { exportedTables } from "./rows/tables.store.ts";
import { beginImport, packQuickly } from "./rows/take-in.store.ts";
import { readLine, type TakingIn, takeIn } from "./rows/take-in.ts";
import { readText, type VerifiedExport, verifyOpen } from "./verify-export.ts";
import { domainsPath, processesPath, rowsPath, textPath } from "./write-export.ts";
import { type OpenZip, openZip } from "./zip/open-zip.ts";

export type CheckedExport = AsyncDisposable & { zip: OpenZip; verified: VerifiedExport };

/** Opens an export and verifies all of it: nothing is written before the last byte was right. */
export async function checkExport(path: string): Promise<CheckedExport> {
  const zip = await openZip(path);
  try {
    const verified = await verifyOpen(zip, path);
    return { zip, verified, [Symbol.asyncDispose]: () => zip[Symbol.asyncDispose]() };
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
export async function importProject(ctx: SessionsCtx, { zip, verified }: CheckedExport): Promise<Project> {
  const settings = await settingsFor(ctx.db, ctx.models);
  for (let tries = 1; ; tries++) {
    try {
      const projectId = await ctx.db.tx((db) => takeInAll(db, { zip, verified, ownerId: ctx.db.userId, settings }));
      return await getProject(ctx, { projectId });
    } catch (error) {
      if (isUniqueViolation(error) && tries < mostTries) continue;
      const fault = databaseFault(error);
      if (!fault) throw error;
      throw new AppError("damaged_export", `It cannot be taken in: ${fault}`, { cause: error });
    }
  }
}

/** Its name is the one the manifest tells: what does not fit there could not be exported again. */
const FirstRow = z.object({
  id: z.string(),
  name: Manifest.shape.project.shape.name,
  brief: z.object({ sha256: z.string() }),
});

async function takeInAll(
  db: Tx,
  input: { zip: OpenZip; verified: VerifiedExport; ownerId: UserId; settings: ModelSettings },
): Promise<ProjectId> {
  const { zip, verified, ownerId, settings } = input;
  const { manifest } = verified;
  if (manifest.rows.projects !== 1) throw new AppError("damaged_export", "It does not hold exactly one project.");
  const unknown = (ref: string): never => {
    throw new AppError("damaged_export", `It speaks of ${ref}, which is not in it.`);
  };
  assertKnownTables(zip);
  const ids = createNewIds(manifest.rows, unknown);
  await packQuickly(db);
  const processes = await adopt(zip, processesPath, {
    schema: ProcessBundle,
    add: (bundle) => adoptProcess(db, bundle, ownerId),
  });
  const domains = await adopt(zip, domainsPath, {
    schema: DomainBundle,
    add: (bundle) => adoptDomain(db, bundle, ownerId),
  });
  const idIn = (adopted: ReadonlyMap<string, string>, name: unknown) =>
    name === null ? null : (adopted.get(String(name)) ?? unknown(String(name)));
  const first = await readProject(zip);
  const projectId = String(ids.resolve(first.id)) as ProjectId; // made here; its row follows
  const slug = await freeSlug(db, first.name);
  const textOf = textsIn(zip, verified);
  const brief = await textOf(first.brief.sha256);
  const taking: TakingIn = {
    db,
    zip,
    ids,
    ownerId,
    textOf,
    async given(table, row) {
      if (table === "projects") return { slug };
      if (table === "iterations") return { quote: null, quote_in_export: { quote: row.quote ?? null } };
      if (table !== "sessions") return {};
      const processId = idIn(processes, row.process_template_id) ?? unknown("a process");
      return {
        process_template_id: processId,
        domain_id: idIn(domains, row.domain_id),
        ...(await quoteImported(db, row, { processId, brief, settings })),
      };
    },
  };
  for (const table of exportedTables) {
    if (!zip.files.has(rowsPath(table.name))) continue; // of a version that did not have the table yet
    await takeIn(taking, table, rowsPath(table.name));
    if (table.name === "projects") await beginImport(db, { projectId, manifestSha256: verified.manifestSha256 });
  }
  return projectId;
}

/** Money, approvals and keys never travel: rows of a table that no export has are refused, not passed over. */
function assertKnownTables(zip: OpenZip): void {
  const known = new Set([processesPath, domainsPath, ...exportedTables.map(({ name }) => rowsPath(name))]);
  const strange = [...zip.files.keys()].find((path) => /^rows\/[^/]+$/.test(path) && !known.has(path));
  if (strange === undefined) return;
  throw new AppError("damaged_export", `${strange} is not a table of an export. A newer version may have written it.`);
}

async function readProject(zip: OpenZip): Promise<z.infer<typeof FirstRow>> {
  const read = FirstRow.safeParse(readLine({ name: "projects" }, await readText(zip, rowsPath("projects"))));
  if (read.success) return read.data;
  throw new AppError("damaged_export", "Its project has no name or brief, or a name that is too long.", {
    cause: read.error,
  });
}

/** Ids by key, version and hash: how sessions name them. */
async function adopt<Bundle extends { key: string; version: number; sha256: string }>(
  zip: OpenZip,
  path: string,
  { schema, add }: { schema: z.ZodType<Bundle>; add: (bundle: Bundle) => Promise<string> },
): Promise<Map<string, string>> {
  const adopted = new Map<string, string>();
  for await (const line of readLines(zip.read(path))) {
    const bundle = schema.safeParse(readLine({ name: path }, line));
    if (!bundle.success)
      throw new AppError("damaged_export", `A line of ${path} cannot be used.`, { cause: bundle.error });
    const { key, version, sha256: hash } = bundle.data;
    adopted.set(`${key}/${version}/${hash}`, await add(bundle.data));
  }
  return adopted;
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
