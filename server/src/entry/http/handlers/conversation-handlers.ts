import {
  confirmAction,
  createConversation,
  declineAction,
  forkConversation,
  getConversation,
  getExchange,
  importConversations,
  importMessages,
  listConversations,
  listExchanges,
  listMessages,
  migrateExchanges,
  searchExchanges,
} from "#exchanges";
import type { Handlers } from "./handler.ts";

const toAmount = (budget: string | undefined): bigint | undefined =>
  budget === undefined ? undefined : BigInt(budget);

export const conversationHandlers = {
  createConversation(ctx, input) {
    ctx.exchanges.prepare();
    return createConversation(ctx, input);
  },
  importConversations,
  importMessages,
  migrateExchanges,
  listConversations,
  getConversation,
  // A client that opens a chat lists its exchanges first. A question may follow soon, so the context sources prepare.
  listExchanges(ctx, input) {
    ctx.exchanges.prepare();
    return listExchanges(ctx, input);
  },
  startExchange: (ctx, { budget, ...request }) => ctx.exchanges.start(ctx, { ...request, budget: toAmount(budget) }),
  getExchange,
  listMessages,
  abortExchange: (ctx, input) => ctx.exchanges.abort(ctx, input),
  retryExchange: (ctx, { budget, ...request }) => ctx.exchanges.retry(ctx, { ...request, budget: toAmount(budget) }),
  forkConversation,
  async searchConversations(ctx, { q, project, conversation, limit }) {
    const scope = { question: q, projectId: project, conversationId: conversation, limit };
    return { items: await searchExchanges(ctx, scope) };
  },
  listChatTools: async ({ exchanges }) => ({
    items: exchanges.parts.tools.map(({ name, description, effects }) => ({ name, description, effects })),
  }),
  confirmAction: (ctx, input) => confirmAction(ctx, ctx.exchanges.parts.tools, input),
  declineAction,
} satisfies Partial<Handlers>;
