/**
 * A thread that repeats one statement on a separate connection, even while the main thread is blocked. The main thread uses
 * it through `repeat-in-thread.ts`. This file loads only the driver: with the whole platform, a start took six times as long
 * and three times the memory. The driver is loaded only when the first run is due, after `everyMs`, because most commands
 * end earlier.
 *
 * A main thread that sets no statement for `maxSilenceMs` counts as stuck: nothing is repeated until it sets one again.
 */
import { parentPort, workerData } from "node:worker_threads";
import type pg from "pg";
import type { Statement } from "../connection.ts";
import { readLatest } from "./latest.ts";
import type { RepeatThreadData, ToMainThread } from "./repeat-in-thread.ts";
import { createRepetition } from "./repetition.ts";

const port = parentPort;
if (!port) throw new Error("repeat-thread.ts runs as a worker thread only");

const { url, begin, everyMs, maxSilenceMs, timeoutMs, latest } = workerData as RepeatThreadData;
const tell = (message: ToMainThread): void => port.postMessage(message);
let client: pg.Client | undefined;
let disconnect = (): void => undefined;

const loadDriver = () => Promise.all([import("pg"), import("../postgres/postgres-settings.ts")]);
/**
 * Loading the driver takes up to a second on a busy machine. If the first run is due within `loadMs`, the driver is loaded
 * at once.
 */
const loadMs = 2_000;
if (everyMs < loadMs) await loadDriver();

async function connect(): Promise<pg.Client> {
  const [{ default: driver }, { destroyConnection, postgresSettings }] = await loadDriver();
  const opened = new driver.Client(postgresSettings(url, timeoutMs));
  client = opened;
  disconnect = () => destroyConnection(opened);
  // The server may end the connection between two runs. The next run reports the error; without a listener it would end the thread.
  opened.on("error", () => undefined);
  await opened.connect();
  return opened;
}

async function run(): Promise<void> {
  const written = readLatest<Statement | null>(latest);
  if (!written?.value || written.ageMs > maxSilenceMs) return;
  const { sql, parameters } = written.value;
  try {
    const session = client ?? (await connect());
    const trip = [session.query(begin), session.query(sql, [...parameters]), session.query("commit")] as const;
    const [, answer] = await Promise.all(trip);
    tell({ rows: answer.rows, parameters });
  } catch (error) {
    disconnect();
    client = undefined;
    tell({ error: error instanceof Error ? error.message : String(error) });
  }
}

const repetition = createRepetition({ everyMs, run });
repetition.set("latest");
port.on("message", repetition.runNow);
