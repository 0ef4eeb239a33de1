/** One worker of one contender in its own process, configured by its first argument and started by a message. */
import type { Handler } from "./contender.ts";
import { contenderCalled } from "./contenders.ts";
import { type Behaviour, type Message, monotonicMs, Orders } from "./messages.ts";

const reportEveryMs = 20;

function say(message: Message): void {
  process.send?.(message);
}

function countJobs(): Handler {
  let begun = 0;
  let said = 0;
  // Reports on a timer rather than per job, because a message between processes costs more than an empty job.
  setInterval(() => {
    if (begun === said) return;
    said = begun;
    say({ type: "counted", jobs: begun });
  }, reportEveryMs);
  return async () => {
    begun += 1;
  };
}

const handlers: Record<Behaviour, () => Handler> = {
  count: countJobs,
  report: () => async (job) => say({ type: "began", n: job.n, atMs: monotonicMs() }),
  hold: () => async (job) => {
    say({ type: "began", n: job.n, atMs: monotonicMs() });
    await new Promise(() => undefined);
  },
};

const orders = Orders.parse(JSON.parse(process.argv[2] ?? "{}"));
const worker = await contenderCalled(orders.contender).openWorker(orders, handlers[orders.behaviour]());
process.once("disconnect", () => process.exit()); // the benchmark has ended
process.once("message", async () => {
  await worker.start();
  say({ type: "started" });
});
say({ type: "ready" });
