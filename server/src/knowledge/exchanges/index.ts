/**
 * Conversations: a user asks, a model answers with the help of context and tools, and the whole is recorded.
 *
 * Words. *Conversation*: a sequence of exchanges, about a project or about none. *Exchange*: one request and its answer,
 * with everything between. *Message*: the request, a reply or the result of a tool; a *hidden* one (`redacted`) is not in
 * the context of later exchanges and can be read by its number. *Context source*: adds a section to the prompt. *Tool*:
 * something the model may call. *Action*: what a tool proposes and the user confirms.
 * *Turn* (in names of `#memory`): one request or answer, as it is indexed for search.
 *
 * One exchange, in the order of the files: `run/run-exchange.ts` (the story) → `prompt/` (`history.store.ts`, `gather-context.ts`,
 * `build-prompt.ts`) → `fitPrompt` (#context) → `run/answer-with-tools.ts`, `run-tools.ts` → publish.
 * `summarize/` writes summaries in the background; `import/` reads chats of other programs;
 * `migrate/` takes single messages and groups them into exchanges. `running-exchanges.ts` runs them in the background of a
 * process; `record/` reads and writes rows.
 *
 * Tables: conversations, exchanges, messages, exchange_actions.
 *
 * Always true:
 * - Readers of history see all messages of a completed exchange or none; nothing of an exchange that failed or was aborted.
 * - The user's text is stored as it was typed. Exchanges are numbered densely, however they end.
 * - Every reply is saved in the transaction that settles its charge; tools run after their call is saved.
 * - No transaction is open while a model or a tool works.
 * - A tool with effects only proposes. What it proposes is done at most once, after the user confirmed it.
 * - What a tool may reach is decided by the row of its conversation, never by what a model says.
 */
export { type About, type ChatTool, defineTool, type ToolCtx } from "./chat-tool.ts";
export type { ContextSource, Question } from "./context-source.ts";
export { confirmAction, declineAction } from "./decide-action.ts";
export { importConversations } from "./import/import-conversations.ts";
export { indexAllExchanges } from "./index-exchanges.ts";
export { importMessages } from "./migrate/import-messages.ts";
export { migrateExchanges } from "./migrate/migrate-exchanges.ts";
export { gatherContext } from "./prompt/gather-context.ts";
export { selectHiddenNumbers, selectMessage } from "./prompt/history.store.ts";
export {
  createConversation,
  forkConversation,
  getConversation,
  getExchange,
  listConversations,
  listExchanges,
  listMessages,
} from "./record/conversations.ts";
export { closeStaleExchanges } from "./record/exchanges.store.ts";
export type { ChatParts, ExchangesCtx } from "./run/run-exchange.ts";
export { createRunningExchanges, type RunningExchanges } from "./running-exchanges.ts";
export { searchExchanges } from "./search-exchanges.ts";
export { summarizeJob } from "./summarize/summarize.job.ts";
