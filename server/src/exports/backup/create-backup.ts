import { constants, createReadStream } from "node:fs";
import { copyFile, cp, link, mkdir, readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { AppError, type Clock, type Config, type Database, readSchema } from "#platform";
import { spoolFile } from "../spool.ts";
import { programVersion } from "../write-export.ts";
import { writeZip } from "../zip/write-zip.ts";
import { type BackupManifest, isBackedUp, manifestName } from "./backup-manifest.ts";

export type Backup = AsyncDisposable & { path: string; bytes: number };

type Ctx = { database: Database; config: Pick<Config, "dataDir" | "blobs">; clock: Clock };

/**
 * Backs up the data folder while the program is running. The database is copied as of one moment: SQL statements wait while
 * the database's files are copied. The copy contains everything committed before that moment and nothing of open
 * transactions. The caller disposes of the result.
 */
export async function createBackup({ database, config, clock }: Ctx): Promise<Backup> {
  if (database.engine !== "pglite") throw onServer();
  await using copy = await spoolFile(config);
  await mkdir(copy.path, { mode: 0o700 });
  const taken = await takeSnapshot(database, { dataDir: config.dataDir, to: copy.path });
  const others = (await listTree(config.dataDir)).filter(
    ({ path }) => isBackedUp(path) && !taken.some((name) => path === name || path.startsWith(`${name}/`)),
  );
  const entries = [
    ...(await listTree(copy.path)).map((entry) => ({ ...entry, from: copy.path })),
    ...others.map((entry) => ({ ...entry, from: config.dataDir })),
  ];
  const packed = await spoolFile(config);
  const zip = writeZip(packed.path);
  try {
    const files: BackupManifest["files"] = {};
    for (const { path, from, isFolder } of entries) {
      if (!isFolder && (await isThere(join(from, path))))
        files[path] = await zip.add(path, createReadStream(join(from, path)));
    }
    const manifest: BackupManifest = {
      ...{ format: "dialectic-backup", version: 1, program: programVersion, schema: readSchema().sha256 },
      at: clock.now().toISOString(),
      folders: entries.filter(({ isFolder }) => isFolder).map(({ path }) => path),
      files,
    };
    await zip.add(manifestName, JSON.stringify(manifest));
    const { bytes } = await zip.end();
    return { ...packed, bytes };
  } catch (error) {
    await zip.abort();
    await packed[Symbol.asyncDispose]();
    throw error;
  }
}

const onServer = (): AppError =>
  new AppError(
    "invalid_input",
    'The data is on a PostgreSQL server, which has its own backups. Run: pg_dump --format=custom --file=dialectic.dump "$DATABASE_URL". Back up the blobs (DIALECTIC_BLOBS) and the data folder as well.',
  );

/**
 * Copies the database and links the blobs in a transaction. The embedded database runs no other transaction meanwhile, so
 * no row is written, and no blob that a row names is deleted. Returns the names of the copied folders.
 */
async function takeSnapshot(database: Database, { dataDir, to }: { dataDir: string; to: string }): Promise<string[]> {
  return database.asOwner(async (_db, script) => {
    await script("checkpoint");
    const mode = constants.COPYFILE_FICLONE; // shares the blocks if the file system supports it
    await cp(join(dataDir, "database"), join(to, "database"), { recursive: true, mode });
    if (!(await isThere(join(dataDir, "blobs")))) return ["database"];
    for (const { path, isFolder } of await listTree(join(dataDir, "blobs"))) {
      const [from, place] = [join(dataDir, "blobs", path), join(to, "blobs", path)];
      if (isFolder) await mkdir(place, { recursive: true });
      else await link(from, place).catch(() => copyFile(from, place));
    }
    return ["database", "blobs"];
  });
}

/** Files and folders below a folder, in order, with `/` between names. Links and other kinds of entries are left out. */
async function listTree(dir: string): Promise<{ path: string; isFolder: boolean }[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => ({
      path: relative(dir, join(entry.parentPath, entry.name)).replaceAll("\\", "/"),
      isFolder: entry.isDirectory(),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A file that was listed may be gone by now: files of projects are replaced while the program is running. */
const isThere = async (path: string): Promise<boolean> => (await stat(path).catch(() => null)) !== null;
