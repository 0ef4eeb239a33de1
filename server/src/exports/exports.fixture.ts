import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256 } from "#platform";
import type { SessionsCtx } from "#sessions";
import { checkExport, importProject } from "./index.ts";
import type { Manifest } from "./manifest.ts";
import { readText } from "./verify-export.ts";
import { openZip } from "./zip/open-zip.ts";
import { writeZip } from "./zip/write-zip.ts";

/** A folder for the zips of a test file; `fresh` returns an unused path. */
export function zipFolder() {
  const dir = mkdtempSync(join(tmpdir(), "dialectic-exports-"));
  let count = 0;
  return { dir, fresh: () => join(dir, `${++count}.zip`), remove: () => rmSync(dir, { recursive: true, force: true }) };
}

export async function importFile(ctx: SessionsCtx, file: string) {
  await using checked = await checkExport(file);
  return await importProject(ctx, checked);
}

const nothing = { calls: 0, paid: "0", lost: "0", estimated: "0", refunded: "0", overrun: "0" };

/** Writes an export of these files with a correct manifest and checksum. */
export async function writeTestExport(
  file: string,
  files: ReadonlyMap<string, string>,
  { rows = {}, project = { name: "Hedge" } }: Partial<Pick<Manifest, "rows" | "project">> = {},
): Promise<void> {
  const zip = writeZip(file);
  const described: Manifest["files"] = {};
  for (const [path, text] of files) described[path] = await zip.add(path, text);
  const manifest: Manifest = {
    ...{ format: "dialectic-export", version: 1, program: "0", project, rows, files: described },
    ledger: { unit: "millionths of a dollar", total: nothing, byStage: [], byModel: [] },
  };
  await zip.add("manifest.json", JSON.stringify(manifest));
  await zip.end();
}

export async function filesIn(file: string): Promise<Map<string, string>> {
  await using zip = await openZip(file);
  const files = new Map<string, string>();
  for (const path of zip.files.keys()) files.set(path, await readText(zip, path));
  return files;
}

/** Copies an export with changed files, as a skilled forger would: hashes and checksum are correct. */
export async function forge(from: string, to: string, change: (files: Map<string, string>) => void): Promise<void> {
  const files = await filesIn(from);
  const manifest: Manifest = JSON.parse(files.get("manifest.json") ?? "");
  files.delete("manifest.json");
  change(files);
  await writeTestExport(to, files, manifest);
}

/** Copies a zip with changed bytes; with `fixChecksum`, the copy's checksum is correct. */
export function patch(from: string, to: string, change: (bytes: Buffer) => void, { fixChecksum = false } = {}): void {
  copyFileSync(from, to);
  const bytes = readFileSync(to);
  change(bytes);
  if (fixChecksum) bytes.write(sha256(bytes.subarray(0, -64)), bytes.length - 64, "latin1");
  writeFileSync(to, bytes);
}
