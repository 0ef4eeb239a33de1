import type { ExchangeAction } from "@dialectic/contract";
import type { UserDb } from "#platform";
import { AppError, toAppError } from "#platform";
import type { ChatTool } from "./chat-tool.ts";
import * as store from "./record/actions.store.ts";
import { requireConversation, requireExchange } from "./record/conversations.ts";

type Ctx = { db: UserDb };

/**
 * Performs an action that a model proposed and the user has confirmed. The action is marked as confirmed before it is
 * performed, so that confirming it again, even after a crash, does not repeat it.
 */
export async function confirmAction(
  ctx: Ctx,
  tools: readonly ChatTool[],
  { actionId }: { actionId: string },
): Promise<ExchangeAction> {
  const { action, about } = await ctx.db.tx(async (db) => {
    const open = await requireOpen(await store.lockAction(db, actionId), actionId);
    await store.decideAction(db, { id: actionId, status: "confirmed", outcome: null });
    const { conversationId } = await requireExchange(db, open.exchangeId);
    const { projectId } = await requireConversation(db, conversationId);
    return { action: open, about: { conversationId, projectId, exchangeId: open.exchangeId } };
  });
  const tool = tools.find(({ name }) => name === action.tool);
  try {
    if (tool?.effects !== "asks") throw new AppError("not_found", `The tool ${action.tool} no longer exists.`);
    const price = action.price === null ? null : BigInt(action.price);
    const calling = { ...ctx, ...about, signal: new AbortController().signal };
    const outcome = await tool.confirm(calling, action.input, { price });
    return await record(ctx, { id: actionId, status: "confirmed", outcome });
  } catch (error) {
    await record(ctx, { id: actionId, status: "failed", outcome: toAppError(error).message });
    throw error;
  }
}

export async function declineAction(ctx: Ctx, { actionId }: { actionId: string }): Promise<ExchangeAction> {
  await ctx.db.tx(async (db) => {
    await requireOpen(await store.lockAction(db, actionId), actionId);
    await store.decideAction(db, { id: actionId, status: "declined", outcome: null });
  });
  return read(ctx, actionId);
}

async function record(ctx: Ctx, decided: Parameters<typeof store.decideAction>[1]): Promise<ExchangeAction> {
  await ctx.db.tx((db) => store.decideAction(db, decided));
  return read(ctx, decided.id);
}

async function read(ctx: Ctx, id: string): Promise<ExchangeAction> {
  const found = await ctx.db.tx((db) => store.lockAction(db, id));
  if (!found) throw new AppError("not_found", `There is no action ${id}.`);
  const { input: _, exchangeStatus: __, ...action } = found;
  return action;
}

/** Throws if the action was already decided, or if its exchange ended without an answer. */
async function requireOpen(action: store.ActionRow | undefined, id: string): Promise<store.ActionRow> {
  if (!action) throw new AppError("not_found", `There is no action ${id}.`);
  if (action.status !== "open") throw new AppError("conflict", `The action is no longer open: ${action.status}.`);
  if (action.exchangeStatus !== "completed") {
    throw new AppError("conflict", "There is nothing to confirm: the exchange that proposed the action has no answer.");
  }
  return action;
}
