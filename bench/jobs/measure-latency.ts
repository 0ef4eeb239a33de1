import { setTimeout as delay } from "node:timers/promises";
import { median, percentile, rounded } from "../statistics.ts";
import { within } from "../within.ts";
import type { Contender } from "./contender.ts";
import { type Course, inTurns } from "./course.ts";
import type { Figures } from "./figures.ts";
import { monotonicMs } from "./messages.ts";
import { spawnWorker } from "./spawn-worker.ts";

const turns = 2;
const warmUp = 20;

/** How long a job waits for an idle worker. */
export async function measureLatency(course: Course, contenders: Contender[]): Promise<Figures["latency"]> {
  const measured = await inTurns(turns, contenders, async (contender) => {
    const what = `start latency: ${contender.name}`;
    const samples = Math.ceil(course.settings.samples / turns);
    const latencies = await within(120, what, sampleLatency(course, contender, samples));
    course.tell(`${what}: median ${median(latencies).toFixed(2)} ms`);
    return latencies;
  });
  return measured.map(({ contender, values }) => ({
    contender,
    p50Ms: rounded(median(values)),
    p95Ms: rounded(percentile(values, 0.95)),
    samples: values.length,
  }));
}

/**
 * One job at a time: milliseconds from the moment the enqueuing transaction is known to be committed until the handler
 * begins in the other process.
 */
async function sampleLatency({ server, settings }: Course, contender: Contender, samples: number): Promise<number[]> {
  await using database = await server.freshDatabase();
  await contender.install(database.url, "work");
  await using cleanup = new AsyncDisposableStack();
  const producer = cleanup.adopt(await contender.openProducer(database.url), (one) => one.close());

  let begun = Promise.withResolvers<number>();
  const orders = { contender: contender.name, url: database.url, concurrency: settings.concurrency };
  const worker = cleanup.use(
    await spawnWorker({ ...orders, purpose: "work", behaviour: "report" }, (message) => {
      if (message.type === "began") begun.resolve(message.atMs);
    }),
  );
  worker.start();

  const latencies: number[] = [];
  for (let n = 0; n < warmUp + samples; n += 1) {
    begun = Promise.withResolvers();
    await producer.enqueue(n);
    const committedAt = monotonicMs();
    const beganAt = await Promise.race([begun.promise, worker.failed]);
    if (n >= warmUp) latencies.push(beganAt - committedAt);
    // Long enough to complete the job and fall idle; never the same, so that no timer beats in time with it.
    await delay(10 + Math.random() * 20);
  }
  return latencies;
}
