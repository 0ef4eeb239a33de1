import { setTimeout as delay } from "node:timers/promises";
import { median, percentile, rounded } from "../statistics.ts";
import { within } from "../within.ts";
import type { Contender } from "./contender.ts";
import { type Course, inTurns } from "./course.ts";
import type { Figures } from "./figures.ts";
import { monotonicMs } from "./messages.ts";
import { spawnWorker } from "./spawn-worker.ts";

const warmUp = 20;

/**
 * Measures the time from enqueuing a job to its start on an idle worker. The workers of all contenders keep running,
 * and the contenders alternate job by job.
 */
export async function measureLatency(course: Course, contenders: Contender[]): Promise<Figures["latency"]> {
  await using cleanup = new AsyncDisposableStack();
  const probes = new Map<Contender, () => Promise<number>>();
  for (const contender of contenders) probes.set(contender, await openProbe(course, contender, cleanup));

  const measured = await inTurns(warmUp + course.settings.samples, contenders, async (contender) => {
    const probe = probes.get(contender);
    return probe ? [await within(30, `start latency: ${contender.name}`, probe())] : [];
  });
  return measured.map(({ contender, values }) => {
    const counted = values.slice(warmUp);
    course.tell(`start latency: ${contender}: median ${median(counted).toFixed(2)} ms`);
    return {
      contender,
      p50Ms: rounded(median(counted)),
      p95Ms: rounded(percentile(counted, 0.95)),
      samples: counted.length,
    };
  });
}

/**
 * Measures one job at a time: the milliseconds from the commit that enqueues it until its handler starts in the worker
 * process.
 */
async function openProbe(
  { server, settings }: Course,
  contender: Contender,
  cleanup: AsyncDisposableStack,
): Promise<() => Promise<number>> {
  const database = cleanup.use(await server.freshDatabase());
  await contender.install(database.url, "work");
  const producer = cleanup.adopt(await contender.openProducer(database.url), (one) => one.close());
  let begun = Promise.withResolvers<number>();
  const orders = { contender: contender.name, url: database.url, concurrency: settings.concurrency };
  const worker = cleanup.use(
    await spawnWorker({ ...orders, purpose: "work", behaviour: "report" }, (message) => {
      if (message.type === "began") begun.resolve(message.atMs);
    }),
  );
  worker.start();

  let n = 0;
  return async () => {
    begun = Promise.withResolvers();
    await producer.enqueue(n++);
    const committedAt = monotonicMs();
    const beganAt = await Promise.race([begun.promise, worker.failed]);
    // Gives the worker time to complete the job and become idle. The delay varies, so that it does not coincide with a
    // timer.
    await delay(5 + Math.random() * 10);
    return beganAt - committedAt;
  };
}
