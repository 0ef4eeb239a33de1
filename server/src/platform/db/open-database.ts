import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";
import { folderGone } from "../folder/folder-gone.ts";
import { type FolderLock, type Holder, lockFolder } from "../folder/folder-lock.ts";
import { prepareFolder } from "../folder/prepare-folder.ts";
import { settleTrusted } from "../folder/trusted-folders.ts";
import { createDatabase, type Database } from "./database.ts";
import { schemaState } from "./migrate.ts";
import { createFromTemplate } from "./pglite/database-template.ts";
import { createPgliteEngine } from "./pglite/pglite-engine.ts";
import { watchFolder } from "./pglite/watch-folder.ts";
import { createPostgresEngine } from "./postgres/postgres-engine.ts";

/** `notes`: sentences that tell the user something about the data folder. */
export type Opened =
  | { ok: true; database: Database; lock: FolderLock | null; notes: string[] }
  | { ok: false; reason: "folder-held"; holder: Holder };

/** The step that opening has reached, for a progress display. */
export type OpeningStep = { doing: "creating" | "opening" | "loading" };

type Tell = (step: OpeningStep) => void;

/**
 * Opens the configured database: the server at DATABASE_URL if that is set, else the embedded database in the data
 * folder.
 */
export async function openDatabase(config: Config, tell: Tell = () => undefined): Promise<Opened> {
  if (!config.databaseUrl) return openEmbedded(config, tell);
  tell({ doing: "opening" });
  return openServer(config.databaseUrl, config);
}

async function openServer(url: string, { concurrency, leaseThread }: Config): Promise<Opened> {
  const options = { maxConnections: concurrency + 4, repeatsInThread: leaseThread };
  const database = createDatabase(createPostgresEngine(url, options));
  try {
    if ((await schemaState(database)) === "empty") {
      throw new AppError("database_older", "The database has no tables yet. Create them once, then start again.", {
        remedies: [{ do: "migrate" }],
      });
    }
    return { ok: true, database, lock: null, notes: [] };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openEmbedded({ dataDir, sync }: Config, tell: Tell): Promise<Opened> {
  const mended = prepareFolder(dataDir);
  const locked = lockFolder(dataDir);
  if (!locked.ok) return { ok: false, reason: "folder-held", holder: locked.holder };
  try {
    const { note } = settleTrusted(dataDir);
    const notes = [mended, note].filter((one) => one !== null);
    const path = join(dataDir, "database");
    if (!existsSync(path)) {
      tell({ doing: "creating" });
      await createFromTemplate(path, { isWanted: locked.lock.isOurs, sync });
    }
    tell({ doing: "opening" });
    if (!locked.lock.isOurs()) throw folderGone(dataDir);
    const engine = await createPgliteEngine(path, { sync });
    const watch = watchFolder({ dataDir, lock: locked.lock, onGone: engine.abandon });
    const database = createDatabase(engine);
    const close = async () => {
      await database.close();
      watch.stop();
      locked.lock.release();
    };
    try {
      await schemaState(database);
      locked.lock.opened();
    } catch (error) {
      await database.close();
      watch.stop();
      throw error;
    }
    return { ok: true, database: { ...database, close }, lock: locked.lock, notes };
  } catch (error) {
    const isGone = !locked.lock.isOurs();
    locked.lock.release();
    throw isGone ? folderGone(dataDir, error) : error;
  }
}
