import { rm } from "node:fs/promises";
import type { ProjectId } from "@dialectic/contract";
import { boardFiles } from "#board";
import { treeInParts } from "#documents";
import { createKeyRedactor } from "#models";
import { AppError, joinTransaction, prefetch, type Tx } from "#platform";
import { readDomainBundle, readProcessBundle } from "#recipes";
import type { ExportsCtx } from "./ctx.ts";
import { tellLedger } from "./ledger.ts";
import { type Manifest, manifestPath } from "./manifest.ts";
import { programVersion } from "./program-version.ts";
import { findProject, templatesOf } from "./project.store.ts";
import { createRefs, type Refs } from "./rows/refs.ts";
import * as store from "./rows/rows.store.ts";
import { domainsPath, processesPath, rowsPath, textPath } from "./rows/rows-paths.ts";
import { exportedTables } from "./rows/tables.store.ts";
import { type TextPlace, tellRows } from "./rows/tell-rows.ts";
import { textsInParts } from "./rows/texts-in-parts.ts";
import { writeZip, type ZipWriter } from "./zip/write-zip.ts";

export type WrittenExport = { sha256: string; bytes: number; files: number };

type Writing = {
  db: Tx;
  projectId: ProjectId;
  zip: ZipWriter;
  hide: (text: string) => string;
  files: Map<string, { sha256: string; bytes: number }>;
  refs: Refs;
};

/**
 * Writes a project as a zip: its tree, the rows to make it anew, and a manifest of it all. Everything is read in one
 * snapshot and in parts, so that it fits together and its size costs no memory. It is written to a file on this machine:
 * a reader far away must not decide how long the snapshot is held.
 */
export async function writeExport(
  ctx: ExportsCtx,
  input: { projectId: ProjectId; file: string },
): Promise<WrittenExport> {
  const hide = await createKeyRedactor(ctx);
  const zip = writeZip(input.file);
  try {
    return await ctx.db.tx(
      async (db) => {
        const project = await findProject(db, input.projectId);
        await store.tellInUtc(db);
        const writing: Writing = { ...input, db, zip, hide, files: new Map(), refs: createRefs() };
        await addTree(writing);
        const rows = await addRows(writing);
        await addTemplates(writing);
        const ledger = await tellLedger(joinTransaction(db, ctx.db.userId), input.projectId);
        const files = Object.fromEntries([...writing.files].sort(([one], [other]) => (one < other ? -1 : 1)));
        const manifest: Manifest = {
          format: "dialectic-export",
          version: 1,
          program: programVersion,
          project: { name: project.name },
          rows,
          files,
          ledger,
        };
        await zip.add(manifestPath, `${hide(JSON.stringify(manifest, null, 1))}\n`);
        return { ...(await zip.end()), files: writing.files.size };
      },
      { snapshot: true },
    );
  } catch (error) {
    await zip.abort();
    await rm(input.file, { force: true });
    throw error;
  }
}

async function addFile({ zip, files }: Writing, path: string, content: string | AsyncIterable<string>): Promise<void> {
  if (files.has(path)) throw new AppError("internal", `Two files of the export are called ${path}.`, { retry: false });
  files.set(path, await zip.add(path, content));
}

async function addTree(writing: Writing): Promise<void> {
  for await (const part of treeInParts(writing.db, writing.projectId, boardFiles)) {
    for (const { path, text } of part) await addFile(writing, path, writing.hide(text));
  }
}

async function addRows(writing: Writing): Promise<Manifest["rows"]> {
  const { db, projectId, refs, hide } = writing;
  const ids = new Map<string, string[]>();
  for (const table of exportedTables) {
    const own = table.order ? [] : await store.idsOf(db, table, projectId);
    ids.set(table.name, own);
    refs.add(table.name, own);
  }
  const inTree = new Set([...writing.files.values()].map((file) => file.sha256));
  const missing = new Map<string, TextPlace>();
  const onText = (place: TextPlace) => {
    if (!inTree.has(place.sha256) && !missing.has(place.sha256)) missing.set(place.sha256, place);
  };
  const rows: Manifest["rows"] = {};
  for (const table of exportedTables) {
    let count = 0;
    const counted = async function* () {
      for await (const lines of tellRows({ db, projectId, table, refs, onText, ids: ids.get(table.name) ?? [] })) {
        count += lines.split("\n").length - 1;
        yield hide(lines);
      }
    };
    await addFile(writing, rowsPath(table.name), counted());
    rows[table.name] = count;
  }
  // Named by the hash its row tells, which is that of the text before anything was hidden in it.
  for await (const { sha256, text } of prefetch(textsInParts(db, [...missing.values()])))
    await addFile(writing, textPath(sha256), hide(text));
  return rows;
}

async function addTemplates(writing: Writing): Promise<void> {
  const { db, hide } = writing;
  const { processes, domains } = await templatesOf(db, writing.projectId);
  const lines = async (ids: readonly string[], read: (db: Tx, id: string) => Promise<object>) => {
    const told: string[] = [];
    for (const id of ids) told.push(`${JSON.stringify(await read(db, id))}\n`);
    return hide(told.sort((one, other) => (one < other ? -1 : 1)).join("")); // not by ids, which differ between databases
  };
  await addFile(writing, processesPath, await lines(processes, readProcessBundle));
  await addFile(writing, domainsPath, await lines(domains, readDomainBundle));
}
