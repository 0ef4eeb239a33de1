import type { JobId } from "@dialectic/contract";
import type { Database, UserDb } from "#platform";
import { resumeAllAffordable, resumeOwnAffordable } from "./waits.store.ts";

/** Lets the acting user's jobs go on that were paused for want of funds and whose next hold fits now, oldest first. */
export const resumeAffordable = (ctx: { db: UserDb }): Promise<JobId[]> =>
  ctx.db.tx(resumeOwnAffordable, { single: true });

/**
 * The same for every user. Workers call it now and then: money also becomes free when calls cost less than was held for
 * them, and a top-up may fall between a job's refusal and its pause.
 */
export const sweepWaits = (database: Database): Promise<JobId[]> =>
  database.asNobody(resumeAllAffordable, { single: true });
