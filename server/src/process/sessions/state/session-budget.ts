import type { Budget, JobId, SessionId } from "@dialectic/contract";
import { AppError } from "#platform";
import { findSession } from "#projects";
import { changeBudget, getBudget, toBudget } from "#wallet";
import type { SessionsCtx } from "../ctx.ts";

/** The session's budget and the amount spent; null if the session has no budget. */
export async function getSessionBudget(
  ctx: SessionsCtx,
  { sessionId }: { sessionId: SessionId },
): Promise<{ budget: Budget | null }> {
  await requireSession(ctx, sessionId);
  const budget = await ctx.db.tx((db) => getBudget(db, { kind: "session", id: sessionId }));
  return { budget: toBudget(budget) };
}

/** Sets the session's budget, or removes it if the new one is null. Paused jobs that the budget now allows continue. */
export async function changeSessionBudget(
  ctx: SessionsCtx,
  { sessionId, cap }: { sessionId: SessionId; cap: string | null },
): Promise<{ budget: Budget | null; resumed: JobId[] }> {
  await requireSession(ctx, sessionId);
  const subject = { kind: "session", id: sessionId } as const;
  const { budget, resumed } = await changeBudget(ctx, { subject, cap: cap === null ? null : BigInt(cap) });
  return { budget: toBudget(budget), resumed };
}

/** Budgets have no foreign key to sessions, so the existence of the session is checked here. */
async function requireSession(ctx: SessionsCtx, sessionId: SessionId): Promise<void> {
  if (await ctx.db.tx((db) => findSession(db, sessionId))) return;
  throw new AppError("not_found", `There is no session ${sessionId}.`, { remedies: [{ do: "see-sessions" }] });
}
