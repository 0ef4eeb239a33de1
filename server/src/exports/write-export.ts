import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { ProjectId } from "@dialectic/contract";
import { z } from "zod";
import { boardFiles } from "#board";
import { treeInParts } from "#documents";
import { createKeyRedactor } from "#models";
import { AppError, joinTransaction, prefetch, type Tx, type UserDb } from "#platform";
import { readDomainBundle, readProcessBundle } from "#recipes";
import { readNumbers, readUndecided } from "#review";
import { statement, toSums } from "#wallet";
import type { ExportsCtx } from "./ctx.ts";
import { type Manifest, manifestPath } from "./manifest.ts";
import { findProject, templatesOf } from "./project.store.ts";
import { createRefs, type Refs } from "./rows/refs.ts";
import * as store from "./rows/rows.store.ts";
import { domainsPath, processesPath, rowsPath, textPath } from "./rows/rows-paths.ts";
import { exportedTables } from "./rows/tables.store.ts";
import { type TextLocation, textBatches, writeRows } from "./rows/write-rows.ts";
import { writeZip, type ZipWriter } from "./zip/write-zip.ts";

export type WrittenExport = { sha256: string; bytes: number; files: number };

type ExportWriter = {
  db: Tx;
  projectId: ProjectId;
  zip: ZipWriter;
  redact: (text: string) => string;
  files: Map<string, { sha256: string; bytes: number }>;
  refs: Refs;
};

/**
 * Writes a project as a zip: its tree, the rows to rebuild it from, and a manifest. Reads everything in one snapshot, so
 * that the export is consistent, and in batches, so that memory does not grow with the project. Writes to a local file, so
 * that a slow client does not keep the snapshot open.
 */
export async function writeExport(
  ctx: ExportsCtx,
  input: { projectId: ProjectId; file: string },
): Promise<WrittenExport> {
  const redact = await createKeyRedactor(ctx);
  const zip = writeZip(input.file);
  try {
    return await ctx.db.tx(
      async (db) => {
        const project = await findProject(db, input.projectId);
        await store.useUtc(db);
        const writer: ExportWriter = { ...input, db, zip, redact, files: new Map(), refs: createRefs() };
        await addTree(writer);
        const rows = await addRows(writer);
        await addTemplates(writer);
        const ledger = await spendingSummary(joinTransaction(db, ctx.db.userId), input.projectId);
        const files = Object.fromEntries([...writer.files].sort(([one], [other]) => (one < other ? -1 : 1)));
        const manifest: Manifest = {
          format: "dialectic-export",
          version: 1,
          program: programVersion,
          project: { name: project.name },
          rows,
          files,
          ledger,
        };
        await zip.add(manifestPath, `${redact(JSON.stringify(manifest, null, 1))}\n`);
        return { ...(await zip.end()), files: writer.files.size };
      },
      { snapshot: true },
    );
  } catch (error) {
    await zip.abort();
    await rm(input.file, { force: true });
    throw error;
  }
}

async function addFile(
  { zip, files }: ExportWriter,
  path: string,
  content: string | AsyncIterable<string>,
): Promise<void> {
  if (files.has(path)) throw new AppError("internal", `The export has two files named ${path}.`, { retry: false });
  files.set(path, await zip.add(path, content));
}

async function addTree(writer: ExportWriter): Promise<void> {
  for await (const part of treeInParts(writer.db, writer.projectId, { boardFiles, readNumbers, readUndecided })) {
    for (const { path, text } of part) await addFile(writer, path, writer.redact(text));
  }
}

async function addRows(writer: ExportWriter): Promise<Manifest["rows"]> {
  const { db, projectId, refs, redact } = writer;
  const ids = new Map<string, string[]>();
  for (const table of exportedTables) {
    const own = table.order ? [] : await store.idsOf(db, table, projectId);
    ids.set(table.name, own);
    refs.add(table.name, own);
  }
  const inTree = new Set([...writer.files.values()].map((file) => file.sha256));
  const missing = new Map<string, TextLocation>();
  const onText = (place: TextLocation) => {
    if (!inTree.has(place.sha256) && !missing.has(place.sha256)) missing.set(place.sha256, place);
  };
  const rows: Manifest["rows"] = {};
  for (const table of exportedTables) {
    let count = 0;
    const counted = async function* () {
      for await (const lines of writeRows({ db, projectId, table, refs, onText, ids: ids.get(table.name) ?? [] })) {
        count += lines.split("\n").length - 1;
        yield redact(lines);
      }
    };
    await addFile(writer, rowsPath(table.name), counted());
    rows[table.name] = count;
  }
  // The file of a text is named after the hash in the text's row: the hash of the text before redaction.
  for await (const { sha256, text } of prefetch(textBatches(db, [...missing.values()])))
    await addFile(writer, textPath(sha256), redact(text));
  return rows;
}

async function addTemplates(writer: ExportWriter): Promise<void> {
  const { db, redact } = writer;
  const { processes, domains } = await templatesOf(db, writer.projectId);
  const lines = async (ids: readonly string[], read: (db: Tx, id: string) => Promise<object>) => {
    const bundles: string[] = [];
    for (const id of ids) bundles.push(`${JSON.stringify(await read(db, id))}\n`);
    // Sorted by content: ids differ between databases.
    return redact(bundles.sort((one, other) => (one < other ? -1 : 1)).join(""));
  };
  await addFile(writer, processesPath, await lines(processes, readProcessBundle));
  await addFile(writer, domainsPath, await lines(domains, readDomainBundle));
}

/** More groups than any project has stages or models. */
const maxGroups = 1_000;

/** The project's costs by stage and by model. Amounts are strings, because JSON numbers lose digits above 2^53. */
async function spendingSummary(db: UserDb, project: ProjectId): Promise<Manifest["ledger"]> {
  const filter = { project };
  const byStage = await statement({ db }, { groupBy: "stage", filter, limit: maxGroups });
  const byModel = await statement({ db }, { groupBy: "model", filter, limit: maxGroups });
  return {
    unit: "millionths of a dollar",
    total: toSums(byStage.total),
    byStage: byStage.groups.map(({ key, ...sums }) => ({ key, ...toSums(sums) })),
    byModel: byModel.groups.map(({ key, ...sums }) => ({ key, ...toSums(sums) })),
  };
}

export const { version: programVersion } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")));
