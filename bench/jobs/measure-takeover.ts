import { setTimeout as delay } from "node:timers/promises";
import { median, rounded } from "../statistics.ts";
import { within } from "../within.ts";
import type { Contender } from "./contender.ts";
import type { Course } from "./course.ts";
import type { TakeoverFigure } from "./figures.ts";
import { monotonicMs } from "./messages.ts";
import { spawnWorker, type WorkerProcess } from "./spawn-worker.ts";

type Place = 0 | 1;
type Began = { place: Place; atMs: number };

/**
 * Measures the time until another worker takes over the job of a killed worker. If that would take too long to measure,
 * returns the time stated in the contender's documentation.
 */
export async function measureTakeover(course: Course, contender: Contender): Promise<TakeoverFigure> {
  const { name, takeover } = contender;
  if ("documentedMs" in takeover) return { contender: name, measured: false, documentedMs: takeover.documentedMs };

  const kills: number[] = [];
  for (let kill = 0; kill < course.settings.kills; kill += 1) {
    // Kills are spread over one heartbeat interval, because it takes longest to detect the death of a worker that has just
    // renewed its lease.
    const killAfterMs = ((kill + 0.5) / course.settings.kills) * takeover.beatMs;
    const what = `crash takeover: ${name}`;
    const ms = await within(120, what, killAndWait(course, contender, killAfterMs));
    course.tell(`${what}: ${Math.round(ms)} ms`);
    kills.push(ms);
  }
  return {
    contender: name,
    measured: true,
    medianMs: rounded(median(kills)),
    slowestMs: rounded(Math.max(...kills)),
    kills: kills.map(rounded),
    limitMs: takeover.limitMs,
    ofLimit: rounded(median(kills) / takeover.limitMs),
  };
}

/**
 * Starts two worker processes and one endless job, and kills the process that runs it. Returns the milliseconds until
 * the other process starts the job again.
 */
async function killAndWait({ server }: Course, contender: Contender, killAfterMs: number): Promise<number> {
  await using database = await server.freshDatabase();
  await contender.install(database.url, "takeover");
  await using cleanup = new AsyncDisposableStack();
  const producer = cleanup.adopt(await contender.openProducer(database.url), (one) => one.close());

  let began = Promise.withResolvers<Began>();
  const spawn = async (place: Place): Promise<WorkerProcess> => {
    const started = Promise.withResolvers<void>();
    const orders = { contender: contender.name, url: database.url, concurrency: 1 };
    const worker = cleanup.use(
      await spawnWorker({ ...orders, purpose: "takeover", behaviour: "hold" }, (message) => {
        if (message.type === "started") started.resolve();
        if (message.type === "began") began.resolve({ place, atMs: message.atMs });
      }),
    );
    worker.start();
    await Promise.race([started.promise, worker.failed]);
    return worker;
  };
  const workers = await Promise.all([spawn(0), spawn(1)]);

  await producer.enqueue(1);
  const first = await began.promise;
  await delay(killAfterMs);
  began = Promise.withResolvers();
  const killedAt = monotonicMs();
  await workers[first.place].kill();
  const second = await began.promise;
  if (second.place === first.place) throw new Error(`A killed worker of ${contender.name} started another job.`);
  return second.atMs - killedAt;
}
