import type { Client, JobStatus, PaymentWait, Session } from "@dialectic/contract";

const moving = new Set<JobStatus>(["pending", "processing", "retrying", "pending_continuation", "pending_next_step"]);

/**
 * What the session waits for, when nothing of it moves any more until somebody gives money or leave; null while anything
 * moves or will move by itself. Its own status cannot tell: only the jobs that met the limit rest, not the stage.
 */
export async function restsForMoney(client: Client, session: Session): Promise<PaymentWait[] | null> {
  const states = session.stages.flatMap((stage) => stage.work.map((work) => work.state));
  if (session.status !== "running" || !states.includes("paused") || states.includes("running")) return null;
  const { items: jobs } = await client.listJobs({ query: { session: session.id, limit: 500 } });
  const isShort = jobs.some((job) => job.pauseReason === "funds" || job.pauseReason === "approval");
  if (!isShort || jobs.some((job) => moving.has(job.status))) return null;
  const { items } = await client.listPaymentWaits();
  const waits = items.filter((wait) => wait.sessionId === session.id);
  // What fits by now is let go on by a worker, at its next look.
  if (waits.some((wait) => wait.shortBy === "0")) return null;
  if (waits.length > 0) return waits;
  // Only jobs are left that rested along with others: they are tried as soon as there is anything at all.
  const { free } = await client.getWallet();
  return free === "0" || session.budget?.free === "0" ? [] : null;
}
