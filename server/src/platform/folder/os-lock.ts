import { closeSync, openSync } from "node:fs";
import { AppError } from "../errors.ts";

/** An operating-system lock on a file. It is held until it is released or the process ends, however it ends. */
export type OsLock = { release(): void };

/** How long to wait for the lock. Another process that only checks the lock takes it for microseconds. */
const patienceMs = 200;

/** Keeps connections reachable, because the garbage collector closes an unreachable one, which releases the lock. */
const held = new Set<unknown>();

/** SQLite's primary codes: the lock is taken; the file is not a database. */
const [busy, notADatabase] = [5, 26];

/**
 * Takes the lock on the file; null if another process, or another part of this one, has it.
 *
 * SQLite takes the lock for us: an exclusive transaction on an empty database is a lock on byte ranges of its file
 * (fcntl on Unix, LockFileEx on Windows). The kernel ties the lock to the file, not to a process id, so the lock holds
 * across containers and pid namespaces. The kernel releases it when the process ends, even after kill -9. Nothing is
 * ever written.
 *
 * Do not open this file in any other way: on Unix, closing any descriptor of it releases all locks of the process.
 */
export function takeOsLock(path: string): OsLock | null {
  createPrivately(path);
  return transaction(path, "begin exclusive", patienceMs);
}

/** True if the lock is held at this moment. */
export function isOsLocked(path: string): boolean {
  const shared = transaction(path, "begin; select count(*) from sqlite_master", 0);
  shared?.release();
  return shared === null;
}

function transaction(path: string, begin: string, timeout: number): OsLock | null {
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(path, { timeout });
  try {
    // The journal stays in memory, because there is nothing to recover and there should be no second file beside the
    // lock.
    database.exec("pragma journal_mode = memory");
    database.exec(begin);
    held.add(database);
    return {
      release() {
        held.delete(database);
        database.close();
      },
    };
  } catch (error) {
    database.close();
    const code = error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : null;
    if (code === busy) return null;
    const why =
      code === notADatabase ? "it contains something else. Remove it" : "this file system may not support locks";
    throw new AppError("data_folder_unwritable", `The lock file ${path} cannot be used: ${why}.`, { cause: error });
  }
}

/**
 * SQLite would create a file that others can read. An existing file is not opened, because closing it would release the
 * lock.
 */
function createPrivately(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Early versions of Node 24 print a warning that the module is experimental; users cannot act on it. */
function loadSqlite(): typeof import("node:sqlite") {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
}
