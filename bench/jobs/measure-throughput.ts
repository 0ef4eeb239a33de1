import { setTimeout as delay } from "node:timers/promises";
import { median, rounded } from "../statistics.ts";
import { within } from "../within.ts";
import type { Contender } from "./contender.ts";
import { type Course, inTurns } from "./course.ts";
import type { Figures } from "./figures.ts";
import { monotonicMs } from "./messages.ts";
import { spawnWorker, type WorkerProcess } from "./spawn-worker.ts";

const restMs = 700;

/** Measures how many empty jobs per second the given number of worker processes completes: the median of several rounds. */
export async function measureThroughput(
  course: Course,
  contenders: Contender[],
  processes: number,
): Promise<Figures["throughput"]> {
  const measured = await inTurns(course.settings.rounds, contenders, async (contender) => {
    const what = `throughput: ${contender.name}, ${processes} process${processes > 1 ? "es" : ""}`;
    const perSecond = await within(120, what, runRound(course, contender, processes));
    course.tell(`${what}: ${Math.round(perSecond)} jobs/s`);
    return [perSecond];
  });
  return measured.map(({ contender, values }) => ({
    contender,
    processes,
    perSecond: rounded(median(values)),
    rounds: values.map(rounded),
  }));
}

/**
 * Measures from the start signal until the last completion is committed. Before the signal, the jobs are enqueued and
 * the processes are connected.
 */
async function runRound({ server, settings }: Course, contender: Contender, processes: number): Promise<number> {
  await using database = await server.freshDatabase();
  await contender.install(database.url, "work");
  const producer = await contender.openProducer(database.url);
  await producer.fill(settings.jobs);
  await producer.close();
  await database.settle();

  const counts = new Array<number>(processes).fill(0);
  const allBegun = Promise.withResolvers<void>();
  await using workers = new AsyncDisposableStack();
  const spawn = async (place: number): Promise<WorkerProcess> => {
    const orders = { contender: contender.name, url: database.url, concurrency: settings.concurrency };
    const worker = await spawnWorker({ ...orders, purpose: "work", behaviour: "count" }, (message) => {
      if (message.type !== "counted") return;
      counts[place] = message.jobs;
      if (total(counts) >= settings.jobs) allBegun.resolve();
    });
    return workers.use(worker);
  };
  const ready = await Promise.all(counts.map((_, place) => spawn(place)));
  const failed = Promise.race(ready.map((worker) => worker.failed));

  await delay(restMs); // a worker may still be starting a thread
  const startedAt = monotonicMs();
  for (const worker of ready) worker.start();
  await Promise.race([allBegun.promise, failed]);
  // Polls the database only after all jobs have started, because earlier polling would slow them down.
  while (!(await database.ask(contender.drained))) await delay(1);
  const seconds = (monotonicMs() - startedAt) / 1000;

  if (total(counts) !== settings.jobs) {
    throw new Error(
      `${contender.name} started ${total(counts)} jobs instead of ${settings.jobs}, although no worker died.`,
    );
  }
  return settings.jobs / seconds;
}

function total(counts: number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
