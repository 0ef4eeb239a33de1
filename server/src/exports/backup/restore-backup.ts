import { createHash } from "node:crypto";
import { mkdir, open, readdir, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError, prepareFolder, readSchema, syncFolder, syncTree } from "#platform";
import { readText } from "../verify-export.ts";
import { hasValidChecksum } from "../zip/checksum.ts";
import { type OpenZip, openZip } from "../zip/open-zip.ts";
import { BackupManifest, isBackedUp, manifestName } from "./backup-manifest.ts";

export type VerifiedBackup = Pick<BackupManifest, "at" | "program" | "schema"> & { files: number; bytes: number };

/** Reads every byte of a backup and compares its files with the hashes in its table of contents. Throws if one differs. */
export async function verifyBackup(path: string): Promise<VerifiedBackup> {
  await using zip = await openBackup(path);
  for (const name of Object.keys(zip.manifest.files)) await readFile(zip, name, async () => undefined);
  return describe(zip.manifest);
}

/**
 * Unpacks a backup into a data folder that does not exist yet or is empty. Everything is verified and synced in a
 * temporary folder next to it, which is then renamed: an interrupted restore leaves nothing that looks like a data
 * folder.
 */
export async function restoreBackup({ file, dataDir }: { file: string; dataDir: string }): Promise<VerifiedBackup> {
  await assertEmpty(dataDir);
  await using zip = await openBackup(file);
  const { manifest } = zip;
  if (manifest.schema !== readSchema().sha256) {
    throw new AppError(
      "database_other_build",
      `The backup was made by another build of the program (version ${manifest.program}). Restore it with that build; nothing was written.`,
    );
  }
  const making = `${dataDir}.restoring-${process.pid}`;
  await rm(making, { recursive: true, force: true });
  try {
    prepareFolder(making);
    for (const folder of manifest.folders) await mkdir(join(making, folder), { recursive: true, mode: 0o700 });
    for (const name of Object.keys(manifest.files)) {
      await mkdir(dirname(join(making, name)), { recursive: true, mode: 0o700 });
      await using target = await open(join(making, name), "wx", 0o600);
      await readFile(zip, name, (chunk) => target.appendFile(chunk));
    }
    await syncTree(making);
    await assertEmpty(dataDir);
    await rmdir(dataDir).catch(ifMissing);
    await rename(making, dataDir);
    await syncFolder(dirname(dataDir));
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw error;
  }
  return describe(manifest);
}

async function assertEmpty(dataDir: string): Promise<void> {
  const found = await readdir(dataDir).catch(ifMissing);
  if (!found || found.length === 0) return;
  throw new AppError(
    "conflict",
    `The folder ${dataDir} is not empty, and a restore never replaces data. Move it away first, or use --data to name a folder that does not exist yet.`,
  );
}

type OpenBackup = OpenZip & { manifest: BackupManifest };

/** Opens a backup and checks its table of contents, without reading the files in it. */
async function openBackup(path: string): Promise<OpenBackup> {
  const zip = await openZip(path);
  try {
    if (!zip.files.has(manifestName)) throw damaged(`${path} is not a backup: it has no ${manifestName}.`);
    const manifest = parseManifest(await readText(zip, manifestName), path);
    const listed = new Set([...Object.keys(manifest.files), manifestName]);
    const extra = [...zip.files.keys()].find((name) => !listed.has(name));
    if (extra) throw damaged(`${path} contains ${extra}, which its table of contents does not list.`);
    const outside = [...listed, ...manifest.folders].find((name) => name !== manifestName && !isSafe(name));
    if (outside) throw damaged(`${path} contains ${outside}, which no backup contains.`);
    if (!(await hasValidChecksum(path))) throw damaged(`${path} was altered, or is incomplete.`);
    return { ...zip, manifest };
  } catch (error) {
    await zip[Symbol.asyncDispose]();
    throw error;
  }
}

function parseManifest(text: string, path: string): BackupManifest {
  try {
    return BackupManifest.parse(JSON.parse(text));
  } catch (error) {
    throw damaged(
      `${path}: its ${manifestName} was altered, or was written by a newer version of this program.`,
      error,
    );
  }
}

/** True if a path is relative, stays below the data folder, and may be part of a backup. */
const isSafe = (path: string): boolean =>
  isBackedUp(path) && !/[\\:\0]/.test(path) && path.split("/").every((part) => !["", ".", ".."].includes(part));

async function readFile(zip: OpenBackup, name: string, take: (chunk: Buffer) => Promise<void>): Promise<void> {
  const hash = createHash("sha256");
  for await (const chunk of zip.read(name)) {
    hash.update(chunk);
    await take(chunk);
  }
  if (hash.digest("hex") !== zip.manifest.files[name]?.sha256) throw damaged(`${name} was altered.`);
}

const describe = ({ at, program, schema, files }: BackupManifest): VerifiedBackup => ({
  ...{ at, program, schema },
  files: Object.keys(files).length,
  bytes: Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0),
});

const damaged = (message: string, cause?: unknown): AppError =>
  new AppError("damaged_export", message, cause === undefined ? {} : { cause });

function ifMissing(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}
