import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type App, createApp } from "../../server/src/app/index.ts";
import {
  createDatabase,
  createLog,
  createPostgresEngine,
  migrate,
  readConfig,
} from "../../server/src/platform/index.ts";
import { createProject, createSession } from "../../server/src/process/sessions/index.ts";
import { readPace } from "../../server/src/rehearsal/model/latency.ts";
import { type MadeCall, readCalls, readClock, readEnd, withBarriers } from "./read-calls.ts";
import { schedule } from "./schedule.ts";

/** A set of sessions that start together. */
export type Course = { process: "brief" | "classic"; models: string[]; sessions: number; atOnce: number; pace: Pace };
/** The configured speed of the rehearsal models. */
export type Pace = { DIALECTIC_REHEARSAL_TTFT_MS: string; DIALECTIC_REHEARSAL_TOKENS_PER_SECOND: string };

export type Measured = {
  calls: number;
  makespanMs: number;
  /** The makespan if only the calls took time, each as long as its model is configured to take. */
  idealMs: number;
  /** The makespan if only the calls took time, each as long as it really took. */
  callsMs: number;
};

const brief = "Plant a hedge of hornbeam along the road, 40 metres, before the frost, for 900 euros.";
/** Rehearsal models wait in steps of this many milliseconds. */
const tickMs = 5;

/**
 * Where sessions run: on the server at `url` (`leaseThread`: a separate thread renews leases), or in a data folder
 * (`sync`: commits are synced to the disk).
 */
type Place = { url: string; leaseThread: boolean } | { sync: boolean };

export async function runSessions(course: Course, place: Place): Promise<Measured> {
  const dir = mkdtempSync(join(tmpdir(), "dialectic-makespan-"));
  const app = await open(course, dir, place);
  try {
    const ctx = app.ctx(app.userId);
    for (let count = 0; count < course.sessions; count++) {
      const { id: projectId } = await createProject(ctx, { brief, process: course.process });
      await createSession(ctx, { projectId, models: course.models, auto: true, start: true, acceptFindings: true });
    }
    const began = await readClock(app.database);
    await app.startWorker();
    app.startMaintenance();
    const makespanMs = (await untilEnded(app)).getTime() - began.getTime();
    const calls = await readCalls(app.database);
    const ideal = (msOf: (call: MadeCall) => number) => schedule(withBarriers(calls, msOf), course.atOnce);
    return {
      calls: calls.length,
      makespanMs,
      idealMs: ideal((call) => toldMs(call, course.pace)),
      callsMs: ideal((call) => call.tookMs),
    };
  } finally {
    await app.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function open({ atOnce, pace }: Course, dir: string, place: Place): Promise<App> {
  if ("url" in place) {
    const database = createDatabase(createPostgresEngine(place.url));
    await migrate(database).finally(() => database.close());
  }
  const onOff = (isOn: boolean) => (isOn ? "on" : "off");
  const where =
    "url" in place
      ? { DATABASE_URL: place.url, DIALECTIC_LEASE_THREAD: onOff(place.leaseThread) }
      : { DIALECTIC_SYNC: onOff(place.sync) };
  const env = { ...where, ...pace, DIALECTIC_CONCURRENCY: String(atOnce), DIALECTIC_EMBEDDINGS: "off" };
  const created = await createApp({ config: readConfig(env, { data: dir }), log: createLog("error") });
  if (!created.ok) throw new Error("The data folder of this benchmark is open in another process.");
  return created.app;
}

async function untilEnded(app: App): Promise<Date> {
  for (;;) {
    const end = await readEnd(app.database);
    if (end) return end;
    await wait(200); // a long interval, because polling slows down the run
  }
}

function toldMs({ text, tokens }: MadeCall, pace: Pace): number {
  const { firstMs, restMs } = readPace({ text, tokens }, pace);
  return Math.floor((firstMs + restMs) / tickMs) * tickMs;
}
