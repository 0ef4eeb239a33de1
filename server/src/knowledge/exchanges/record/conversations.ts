import type {
  Conversation,
  ConversationId,
  Exchange,
  ExchangeId,
  ExchangeMessage,
  NewConversation,
  ProjectId,
} from "@dialectic/contract";
import type { z } from "zod";
import { getModel, type ModelSettings } from "#models";
import {
  AppError,
  isForeignKeyViolation,
  newId,
  type Page,
  readCursor,
  readPage,
  type Tx,
  type UserDb,
} from "#platform";
import { actionsOf } from "./actions.store.ts";
import * as conversations from "./conversations.store.ts";
import * as exchanges from "./exchanges.store.ts";
import { toConversation, toExchange } from "./to-contract.ts";

type Ctx = { db: UserDb };

/** Begins a conversation. Throws if the model is unknown or the project is not the acting user's. */
export async function createConversation(
  ctx: Ctx & { models: ModelSettings },
  {
    projectId = null,
    model,
    title = "New conversation",
    summarizer: wanted,
  }: Omit<z.output<typeof NewConversation>, "projectId"> & {
    projectId?: ProjectId | null | undefined;
  },
): Promise<Conversation> {
  const { free } = await getModel(ctx, { id: model });
  if (wanted) await getModel(ctx, { id: wanted });
  // By default, only a free model writes summaries, because each summary costs a call.
  const summarizer = wanted === undefined ? (free ? model : null) : wanted;
  const id = newId<ConversationId>();
  return ctx.db.tx(async (db) => {
    await insert(db, { id, projectId, model, title, forkedFrom: null, summarizer });
    return toConversation(await requireConversation(db, id));
  });
}

async function insert(db: Tx, row: Parameters<typeof conversations.insertConversation>[1]): Promise<void> {
  try {
    await conversations.insertConversation(db, row);
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    throw new AppError("not_found", `There is no project ${row.projectId}.`, {
      cause: error,
      remedies: [{ do: "see-projects" }],
    });
  }
}

export async function requireConversation(db: Tx, id: ConversationId): Promise<conversations.ConversationRow> {
  const found = await conversations.selectConversation(db, id);
  if (!found) throw new AppError("not_found", `There is no conversation ${id}.`);
  return found;
}

export const getConversation = (
  ctx: Ctx,
  { conversationId }: { conversationId: ConversationId },
): Promise<Conversation> => ctx.db.tx(async (db) => toConversation(await requireConversation(db, conversationId)));

type Filter = { project?: ProjectId | undefined; search?: string | undefined; after?: string | undefined };

export async function listConversations(
  ctx: Ctx,
  { limit = 50, ...given }: Filter & { limit?: number },
): Promise<Page<Conversation>> {
  const filter = { ...given, after: readCursor(given.after) };
  return ctx.db.tx(async (db) => {
    const page = await readPage({
      limit,
      rows: (most) => conversations.pageOfConversations(db, { ...filter, limit: most }),
      lastExamined: filter.search ? () => conversations.lastExaminedConversation(db, filter) : undefined,
    });
    return { ...page, items: page.items.map(toConversation) };
  });
}

/**
 * Copies a conversation's completed exchanges, up to the one with the given number, into a new conversation. The
 * original stays as it is.
 */
export async function forkConversation(
  ctx: Ctx,
  input: { conversationId: ConversationId; upTo?: number | undefined; title?: string | undefined },
): Promise<Conversation> {
  const id = newId<ConversationId>();
  return ctx.db.tx(async (db) => {
    const origin = await requireConversation(db, input.conversationId);
    const { projectId, model, summarizer } = origin;
    const title = input.title ?? `${origin.title.slice(0, 190)} (fork)`;
    await insert(db, { id, projectId, model, title, forkedFrom: origin.id, summarizer });
    await conversations.copyExchanges(db, { from: origin.id, to: id, upTo: input.upTo ?? origin.exchanges });
    return toConversation(await requireConversation(db, id));
  });
}

export async function requireExchange(db: Tx, id: ExchangeId): Promise<Exchange> {
  const found = await exchanges.selectExchange(db, id);
  if (!found) throw new AppError("not_found", `There is no exchange ${id}.`);
  const actions = await actionsOf(db, [id]);
  return toExchange(found, actions);
}

export const getExchange = (ctx: Ctx, { exchangeId }: { exchangeId: ExchangeId }): Promise<Exchange> =>
  ctx.db.tx((db) => requireExchange(db, exchangeId));

type Listing = { conversationId: ConversationId; before?: number | undefined; limit?: number };

/** The exchanges of a conversation, newest first. For the next page, pass `next` as `before`. */
export async function listExchanges(
  ctx: Ctx,
  { conversationId, before, limit = 50 }: Listing,
): Promise<{ items: Exchange[]; next: number | null }> {
  return ctx.db.tx(async (db) => {
    await requireConversation(db, conversationId);
    const found = await exchanges.selectExchanges(db, { conversationId, before, limit: limit + 1 });
    const shown = found.slice(0, limit);
    const actions = await actionsOf(
      db,
      shown.map(({ id }) => id),
    );
    return {
      items: shown.map((row) => toExchange(row, actions)),
      next: found.length > shown.length ? (shown.at(-1)?.number ?? null) : null,
    };
  });
}

type Messages = { exchangeId: ExchangeId; after?: number | undefined; limit?: number };

/** The messages of an exchange that is over. For the next page, pass `next` as `after`. */
export async function listMessages(
  ctx: Ctx,
  { exchangeId, after, limit = 50 }: Messages,
): Promise<{ items: ExchangeMessage[]; next: number | null }> {
  return ctx.db.tx(async (db) => {
    await requireExchange(db, exchangeId);
    const found = await exchanges.selectMessages(db, { exchangeId, after, limit: limit + 1 });
    const items = found.slice(0, limit).map((row) => ({ ...row, at: row.at.toISOString() }));
    return { items, next: found.length > items.length ? (items.at(-1)?.position ?? null) : null };
  });
}
