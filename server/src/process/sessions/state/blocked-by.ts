import type { BlockedBy } from "@dialectic/contract";
import { type JobWait, toProviderWait } from "#jobs";
import type { Tx } from "#platform";
import type { SessionRow, StageRunRow } from "#projects";
import * as store from "./blocked-by.store.ts";

/** The current stage of a session, and the number of open findings of its documents. */
type CurrentStage = {
  run: Pick<StageRunRow, "root_job_id" | "finished_at"> | undefined;
  findings: number;
  /** The jobs of the session that wait for a provider, sorted by the end of their retry windows. */
  waits: readonly JobWait[];
};

/**
 * The reason why a session does not continue; null if it can. A session whose money has arrived is not blocked even while
 * its jobs are still paused, because a worker will resume them. A pause by a person takes precedence, because nothing else
 * helps before that pause is lifted.
 */
export async function blockedBy(db: Tx, session: SessionRow, stage: CurrentStage): Promise<BlockedBy | null> {
  if (session.status === "failed") return failure(db, session, stage);
  if (session.status === "awaiting_feedback" && session.auto && stage.findings > 0) {
    return { kind: "findings", since: endOf(session, stage).toISOString(), findings: stage.findings };
  }
  if (session.status !== "running" && session.status !== "paused") return null;
  const work = await store.stageWorkOf(db, session.id);
  // A running session can be blocked only by a provider. If a person pauses a stage, it counts as paused immediately,
  // although running calls still finish.
  if (!work || (work.moves && session.status === "running")) return work ? outage(work, session, stage) : null;
  if (work.user_since) return { kind: "user", since: work.user_since.toISOString(), jobs: work.paused_by_user };
  if (work.approval_since) {
    return {
      kind: "approval",
      since: work.approval_since.toISOString(),
      jobs: work.approvals,
      amount: String(work.approval_amount),
    };
  }
  const unfunded = await store.unfundedOf(db, session.id);
  if (!unfunded || unfunded.resumes) return null;
  return {
    kind: "funds",
    since: unfunded.since.toISOString(),
    jobs: unfunded.jobs,
    amount: String(unfunded.amount),
    limit: unfunded.limited_by,
    shortBy: String(unfunded.amount - unfunded.room),
  };
}

/** The provider for which all runnable work waits; null if some of the work can continue. */
function outage({ moving }: store.StageWorkRow, session: SessionRow, { waits }: CurrentStage): BlockedBy | null {
  const own = waits.filter((wait) => wait.stage === session.current_stage && wait.iteration === session.iteration);
  const [first] = own;
  if (!first || own.length < moving) return null;
  return { kind: "provider", jobs: own.length, ...toProviderWait(first) };
}

async function failure(db: Tx, session: SessionRow, stage: CurrentStage): Promise<BlockedBy | null> {
  const cause = stage.run && (await store.causeOf(db, stage.run.root_job_id));
  return cause ? { kind: "failed", since: endOf(session, stage).toISOString(), ...cause } : null;
}

const endOf = (session: SessionRow, { run }: CurrentStage): Date => run?.finished_at ?? session.created_at;
