/**
 * A thread that repeats one statement on a separate connection, even while the main thread is blocked. The main thread
 * uses it through `repeat-in-thread.ts`. This file loads only the driver: with the whole platform, a start took six
 * times as long and three times the memory.
 *
 * A main thread that sends nothing for `maxSilenceMs` counts as stuck: nothing is repeated until it sends again.
 */
import { parentPort, workerData } from "node:worker_threads";
import pg from "pg";
import { destroyConnection, postgresSettings } from "../postgres/postgres-settings.ts";
import type { Repeated, RepeatThreadData, ToMainThread, ToRepeatThread } from "./repeat-in-thread.ts";
import { createRepetition } from "./repetition.ts";

const port = parentPort;
if (!port) throw new Error("repeat-thread.ts runs as a worker thread only");

const { url, everyMs, maxSilenceMs, timeoutMs } = workerData as RepeatThreadData;
const tell = (message: ToMainThread): void => port.postMessage(message);
let heardAt = performance.now();
let client: pg.Client | undefined;

async function connect(): Promise<pg.Client> {
  const opened = new pg.Client(postgresSettings(url, timeoutMs));
  client = opened;
  // The server may end the connection between two runs. The next run reports the error; without a listener it would end the thread.
  opened.on("error", () => undefined);
  await opened.connect();
  return opened;
}

async function run({ begin, sql, parameters, number }: Repeated): Promise<void> {
  if (performance.now() - heardAt > maxSilenceMs) return;
  try {
    const session = client ?? (await connect());
    const trip = [session.query(begin), session.query(sql, [...parameters]), session.query("commit")] as const;
    const [, answer] = await Promise.all(trip);
    tell({ number, rows: answer.rows });
  } catch (error) {
    if (client) destroyConnection(client);
    client = undefined;
    tell({ number, error: error instanceof Error ? error.message : String(error) });
  }
}

const repetition = createRepetition({ everyMs, run });
port.on("message", (message: ToRepeatThread) => {
  heardAt = performance.now();
  repetition.set(message.statement);
  if (message.now) repetition.runNow();
});
