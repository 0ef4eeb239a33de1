/**
 * The thread that runs PGlite, so that a slow query never stops the event loop of the process. It answers one
 * message after another; the other side (`pglite-line.ts`; `pglite-engine.ts` decides who may speak).
 */
import fs from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { vector } from "@electric-sql/pglite-pgvector";
import { parsers } from "./parsers.ts";
import type { ThreadRequest, ThreadResponse } from "./pglite-protocol.ts";
import { createPgliteSession } from "./pglite-session.ts";
import { madeWith, openedWith } from "./pglite-settings.ts";

const port = parentPort;
if (!port) throw new Error("pglite-thread.ts runs as a worker thread only");

keepModesPrivate();
const database = await PGlite.create({
  dataDir: (workerData as { dataDir: string }).dataDir,
  extensions: { vector, pg_trgm },
  parsers,
  initDbStartParams: madeWith,
  startParams: [...PGlite.defaultStartParams, ...openedWith],
});

const session = createPgliteSession(database);

/** PGlite's file layer sets the mode of every new file itself, past the umask, and some for everybody to read. */
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

/** Only the fields people need: PGlite's own errors drag the whole query and 20 kB of source along. */
function plain(error: unknown) {
  const { message, code, constraint, detail } = error as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  return {
    message: text(message) ?? String(error),
    code: text(code),
    constraint: text(constraint),
    detail: text(detail),
  };
}

port.on("message", async (request: ThreadRequest) => {
  try {
    port.postMessage({ id: request.id, value: await answer(request) } satisfies ThreadResponse);
  } catch (error) {
    port.postMessage({ id: request.id, error: plain(error) } satisfies ThreadResponse);
  }
  if (request.op === "close") port.close();
});
port.postMessage({ ready: true } satisfies ThreadResponse);
