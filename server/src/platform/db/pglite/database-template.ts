import { accessSync, constants, cpSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { syncFolder, syncTree } from "../../files/sync-files.ts";
import { isOwn, keepPrivate, makePrivate } from "../../folder/modes.ts";
import { userCache } from "../../folder/user-folder.ts";
import { sha256 } from "../../hash.ts";
import type { Engine } from "../connection.ts";
import { createDatabase } from "../database.ts";
import { migrate } from "../migrate.ts";
import { readSchema } from "../schema-sources.ts";
import { createPgliteEngine } from "./pglite-engine.ts";
import { madeWith } from "./pglite-settings.ts";
import { markUsed, pruneTemplates } from "./prune-templates.ts";

const installed = fileURLToPath(new URL("../../../../../.cache/", import.meta.url));

/**
 * The folder of the templates: beside the program if possible, else in the user's cache. It must belong to the user,
 * because every new database is a copy of a template.
 */
const cacheDir = (): string => (isOurs(installed) ? installed : userCache());

/**
 * The template's name depends on everything that determines its content: the engine's version and settings, and the schema.
 */
function templatePath(): string {
  const require = createRequire(import.meta.url);
  // The package does not export its package.json, so look beside its code.
  const manifest = require(join(dirname(require.resolve("@electric-sql/pglite")), "../package.json")) as {
    version: string;
  };
  const content = sha256([...madeWith, readSchema().sha256].join()).slice(0, 12);
  return join(cacheDir(), `pglite-${manifest.version}-${content}`);
}

async function makeDatabase(dir: string): Promise<void> {
  const engine = await createPgliteEngine(dir, { sync: false }); // the whole folder is synced when it is complete
  const database = createDatabase(engine);
  await migrate(database);
  await dropTemplates(engine);
  await database.close();
}

/**
 * PostgreSQL's template databases serve to create further databases, which never happens here. Without them, half as
 * many files are copied.
 */
async function dropTemplates(engine: Engine): Promise<void> {
  const session = await engine.acquire();
  await session.script("update pg_database set datistemplate = false where datname in ('template0', 'template1')");
  for (const name of ["template0", "template1"]) await session.script(`drop database ${name}`);
  session.release();
}

/**
 * Puts a fresh database with all tables into `target`. The first one on a machine takes seconds (initdb in WebAssembly) and is
 * kept as a template; copying it takes a tenth of a second. Everything is written under a temporary name, synced unless `sync`
 * is off, and renamed, so that a crash or a power cut never leaves an incomplete database under its final name.
 */
export async function createFromTemplate(
  target: string,
  { isWanted = () => true, sync = true }: { isWanted?: () => boolean; sync?: boolean } = {},
): Promise<void> {
  keepPrivate();
  const template = templatePath();
  const own = `${target}.new-${process.pid}`;
  rmSync(own, { recursive: true, force: true });
  if (!isUsable(template) && canCache()) await makeTemplate(template);
  if (!copyTemplate(template, own)) await makeDatabase(own);
  // The data folder may have been deleted in the meantime, together with parts of this copy.
  if (!isWanted()) return rmSync(own, { recursive: true, force: true });
  if (sync) await syncTree(own);
  renameSync(own, target);
  if (sync) await syncFolder(dirname(target));
}

function copyTemplate(template: string, own: string): boolean {
  if (!isUsable(template)) return false;
  markUsed(template);
  try {
    cpSync(template, own, { recursive: true });
    return true;
  } catch (error) {
    if (existsSync(template)) throw error;
    rmSync(own, { recursive: true, force: true });
    return false; // another process has just removed the template
  }
}

/** `npm ci` runs this, so that the first start is quick. */
export async function ensureTemplate(): Promise<void> {
  keepPrivate();
  const template = templatePath();
  if (!isUsable(template) && canCache()) await makeTemplate(template);
}

async function makeTemplate(template: string): Promise<void> {
  const making = `${template}.new-${process.pid}`;
  await makeDatabase(making);
  await syncTree(making);
  try {
    renameSync(making, template);
  } catch {
    rmSync(making, { recursive: true, force: true }); // another process was first; use its template
  }
  pruneTemplates(template);
}

function canCache(): boolean {
  try {
    const dir = cacheDir();
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    accessSync(dir, constants.W_OK);
    return true;
  } catch {
    return false; // nowhere to write a template: every first start is slow
  }
}

function isOurs(dir: string): boolean {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    accessSync(dir, constants.W_OK);
    return isOwn(dir);
  } catch {
    return false;
  }
}

/** A template that others can write to is not trusted and is made again. */
function isUsable(template: string): boolean {
  const found = lstatSync(template, { throwIfNoEntry: false });
  if (!found?.isDirectory() || !isOwn(template)) return false;
  if ((found.mode & 0o022) !== 0) {
    rmSync(template, { recursive: true, force: true });
    return false;
  }
  if ((found.mode & 0o077) !== 0) makePrivate(template);
  return true;
}
