/**
 * The thread that runs PGlite, so that a slow query never blocks the event loop of the process. It answers one message after
 * another. The other side is `pglite-line.ts`; `pglite-engine.ts` decides who may use it.
 */
import fs from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { vector } from "@electric-sql/pglite-pgvector";
import { syncTree } from "../../files/sync-files.ts";
import { parsers } from "../parsers.ts";
import { checkpointWhenDue } from "./checkpoint-when-due.ts";
import type { ThreadData, ThreadRequest, ThreadResponse } from "./pglite-protocol.ts";
import { createPgliteSession } from "./pglite-session.ts";
import { madeWith, openedWith, syncedWith } from "./pglite-settings.ts";
import { SyncedFiles } from "./synced-files.ts";

const port = parentPort;
if (!port) throw new Error("pglite-thread.ts runs as a worker thread only");

keepModesPrivate();
const { dataDir, sync } = workerData as ThreadData;
const ownLock = join(dataDir, "postmaster.pid");
if (fs.existsSync(ownLock)) {
  // The database was not closed, so PostgreSQL's recovery will sync every file, one after another. Syncing them here first,
  // several at a time, makes that quick.
  if (sync) await syncTree(dataDir);
  // PostgreSQL's lock file is safe to remove because we hold the lock of the data folder. A power cut may have left the
  // file empty, and PostgreSQL would refuse to start.
  fs.rmSync(ownLock);
}
const files = sync ? new SyncedFiles(dataDir, stopThread) : undefined;
const database = await PGlite.create({
  ...(files ? { fs: files } : { dataDir }),
  extensions: { vector, pg_trgm },
  parsers,
  initDbStartParams: madeWith,
  startParams: sync ? syncedWith(PGlite.defaultStartParams) : [...PGlite.defaultStartParams, ...openedWith],
});
await files?.log.synced();

const session = createPgliteSession(database);
const checkpoint = checkpointWhenDue(database);

/** PGlite's file layer sets the mode of every new file itself, ignoring the umask, and makes some world-readable. */
function keepModesPrivate(): void {
  const { chmodSync, fchmodSync } = fs;
  fs.chmodSync = (path, mode) => chmodSync(path, Number(mode) & ~0o077);
  fs.fchmodSync = (file, mode) => fchmodSync(file, Number(mode) & ~0o077);
}

async function answer(request: ThreadRequest): Promise<unknown> {
  switch (request.op) {
    case "query":
      return session.query(request, request.begin);
    case "alone":
      return session.alone(request, request.begin);
    case "commit":
      return session.commit(request.last, request.begin);
    case "script":
      return session.script(request.sql);
    case "listen":
      return void (await database.listen(request.channel, () =>
        port?.postMessage({ heard: request.channel } satisfies ThreadResponse),
      ));
    case "close":
      return database.close();
  }
}

/** Keeps only the fields that people need: PGlite's own errors carry the whole query and 20 kB of source. */
function plain(error: unknown) {
  const { message, code, constraint, column, detail } = error as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  return {
    message: text(message) ?? String(error),
    code: text(code),
    constraint: text(constraint),
    column: text(column),
    detail: text(detail),
  };
}

/** Terminates the thread, and with it the engine. */
function stopThread(error: unknown): void {
  process.nextTick(() => {
    throw error;
  });
}

/**
 * Answers one request. Inside a transaction the response is sent at once, because nothing is committed yet. Outside of one
 * it waits until every commit so far is on the disk: the request's own commit, and commits whose rows it may have read. If
 * another request waits, the engine serves it while the log is synced. If none waits, the thread syncs synchronously, which
 * is a tenth of a millisecond quicker.
 */
async function serve(request: ThreadRequest): Promise<void> {
  const response = await respond(request);
  if (request.op !== "close" && database.isInTransaction()) return port?.postMessage(response);
  if (!isAnotherWaiting()) files?.log.syncNow();
  const synced = files?.log.synced();
  if (synced) {
    void synced.then(() => port?.postMessage(response));
    await setImmediate(); // so that the end of a sync is noticed while requests keep coming
  } else port?.postMessage(response);
  if (request.op !== "close") return checkpoint();
  await synced;
  files?.log.close();
  port?.close();
}

async function respond(request: ThreadRequest): Promise<ThreadResponse> {
  try {
    return { id: request.id, value: await answer(request) };
  } catch (error) {
    return { id: request.id, error: plain(error) };
  }
}

/** Requests that have arrived, in their order; they are served one at a time. */
const waiting: ThreadRequest[] = [];
let isServing = false;

/** Also checks for a message that the event loop has not delivered yet. */
function isAnotherWaiting(): boolean {
  const arrived = port && receiveMessageOnPort(port);
  if (arrived) waiting.push(arrived.message as ThreadRequest);
  return waiting.length > 0;
}

async function serveAll(): Promise<void> {
  isServing = true;
  for (let request = waiting.shift(); request; request = waiting.shift()) await serve(request);
  isServing = false;
}

port.on("message", (request: ThreadRequest) => {
  waiting.push(request);
  if (!isServing) void serveAll();
});
port.postMessage({ ready: true } satisfies ThreadResponse);
