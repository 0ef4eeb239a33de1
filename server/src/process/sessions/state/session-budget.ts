import type { Budget, JobId, SessionId } from "@dialectic/contract";
import { AppError } from "#platform";
import { findSession } from "#projects";
import { changeBudget, getBudget, toBudget } from "#wallet";
import type { SessionsCtx } from "../ctx.ts";

/** What the session may cost and has cost; null when nothing caps it. */
export async function getSessionBudget(
  ctx: SessionsCtx,
  { sessionId }: { sessionId: SessionId },
): Promise<{ budget: Budget | null }> {
  await requireSession(ctx, sessionId);
  const budget = await ctx.db.tx((db) => getBudget(db, { kind: "session", id: sessionId }));
  return { budget: toBudget(budget) };
}

/** Caps what the session may cost, or lifts the cap (null); jobs that have room now go on. */
export async function changeSessionBudget(
  ctx: SessionsCtx,
  { sessionId, cap }: { sessionId: SessionId; cap: string | null },
): Promise<{ budget: Budget | null; resumed: JobId[] }> {
  await requireSession(ctx, sessionId);
  const subject = { kind: "session", id: sessionId } as const;
  const { budget, resumed } = await changeBudget(ctx, { subject, cap: cap === null ? null : BigInt(cap) });
  return { budget: toBudget(budget), resumed };
}

/** Budgets are kept by id alone: without this, one could be set for a session that is not there. */
async function requireSession(ctx: SessionsCtx, sessionId: SessionId): Promise<void> {
  if (await ctx.db.tx((db) => findSession(db, sessionId))) return;
  throw new AppError("not_found", `There is no session ${sessionId}.`, { remedies: [{ do: "see-sessions" }] });
}
