import type { Client, JobStatus, PaymentWait, Session } from "@dialectic/contract";

const moving = new Set<JobStatus>(["pending", "processing", "retrying", "pending_continuation", "pending_next_step"]);

/**
 * Whether a session rests for want of money or leave: `no` while anything of it moves, and when it rests for another
 * reason; `not-for-long` when what it waits for is there by now, so that a worker lets it go on at its next look; else
 * what it waits for.
 */
export type MoneyRest = { rests: "no" | "not-for-long" } | { rests: "yes"; waits: PaymentWait[] };

export async function restsForMoney(client: Client, session: Session): Promise<MoneyRest> {
  const states = session.stages.flatMap((stage) => stage.work.map((work) => work.state));
  const mayRest = session.status === "running" || session.status === "paused";
  if (!mayRest || !states.includes("paused") || states.includes("running")) return { rests: "no" };
  const { items: jobs } = await client.listJobs({ query: { session: session.id, limit: 500 } });
  const isShort = jobs.some((job) => job.pauseReason === "funds" || job.pauseReason === "approval");
  const isOtherwise = jobs.some((job) => moving.has(job.status) || job.pauseReason === "user");
  if (!isShort || isOtherwise) return { rests: "no" };
  const { items } = await client.listPaymentWaits();
  const waits = items.filter((wait) => wait.sessionId === session.id);
  if (waits.some((wait) => wait.shortBy === "0")) return { rests: "not-for-long" };
  if (waits.length > 0) return { rests: "yes", waits };
  // Only jobs are left that rested along with others: they are tried as soon as there is anything at all.
  const { free } = await client.getWallet();
  return free === "0" || session.budget?.free === "0" ? { rests: "yes", waits } : { rests: "not-for-long" };
}
