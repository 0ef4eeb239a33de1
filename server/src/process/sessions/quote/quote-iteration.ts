import type { Quote, SessionId } from "@dialectic/contract";
import { describeProgress } from "#board";
import { type ListedTerms, settingsFor } from "#models";
import { AppError, type Tx } from "#platform";
import { findSession, type SessionRow } from "#projects";
import { loadProcess, type Process } from "#recipes";
import type { SessionsCtx } from "../ctx.ts";
import { listTerms } from "./create-quote.ts";
import { quoteProcess } from "./quote-process.ts";

/**
 * Computes what a further iteration would cost. It covers the stages that the iteration repeats, whose prompts all contain
 * the progress so far. Stores nothing.
 */
export const quoteIteration = async (ctx: SessionsCtx, input: { sessionId: SessionId }): Promise<Quote> =>
  (await planIteration(ctx, input)).quote;

/** The quote for a further iteration and the terms on which it is based. The iteration freezes them when it starts. */
export async function planIteration(
  ctx: SessionsCtx,
  { sessionId }: { sessionId: SessionId },
): Promise<{ quote: Quote; terms: ListedTerms[] }> {
  const { session, process, further } = await ctx.db.tx(async (db) => {
    const found = await findSession(db, sessionId);
    if (!found)
      throw new AppError("not_found", `There is no session ${sessionId}.`, { remedies: [{ do: "see-sessions" }] });
    return { session: found, ...(await nextIteration(db, found)) };
  });
  const terms = listTerms(session.models, await settingsFor(ctx.db, ctx.models));
  const quote = quoteProcess({
    process,
    brief: session.brief,
    overlay: session.overlay,
    terms,
    leadModel: session.lead_model,
    maxOutputTokens: session.max_output_tokens,
    continuations: session.continuations,
    proposals: session.proposals,
    further,
  });
  return { quote, terms };
}

/** The stage at which the next iteration starts, and the progress that its prompts would contain now. */
export async function nextIteration(
  db: Tx,
  session: SessionRow,
): Promise<{ process: Process; further: { from: string; progress: string } }> {
  const { id: sessionId, iteration } = session;
  const process = await loadProcess(db, session.process_template_id);
  const last = process.stages.at(-1)?.key;
  if (last === undefined) throw new AppError("invalid_recipe", `The process ${process.key} has no stages.`);
  const progress = await describeProgress(db, { sessionId, iteration, stage: last });
  return { process, further: { from: process.iterateFrom ?? last, progress } };
}
