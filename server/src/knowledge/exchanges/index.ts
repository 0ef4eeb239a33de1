/**
 * Conversations: a user asks, a model answers with the help of context and tools, and everything is recorded.
 *
 * Words. *Conversation*: a sequence of exchanges, about a project or about none. *Exchange*: one request and its
 * answer, with the calls and tools between them. *Message*: the request, a reply or the result of a tool; a *hidden*
 * message (`redacted`) is not in later prompts, but the model can read it by its number. *Context source*: adds a
 * section to the prompt. *Tool*: something the model may call. *Action*: what a tool proposes and the user confirms.
 * *Turn* (in names of `#memory`): one request or answer, as it is indexed for search.
 *
 * The steps of one exchange are in `run/run-exchange.ts`, in this order: `prompt/` (`history.store.ts`,
 * `gather-context.ts`, `build-prompt.ts`) → `fitPrompt` (#context) → `run/answer-with-tools.ts`, `run-tools.ts` → publish.
 * `summarize/` writes summaries in the background; `import/` reads chats from other programs;
 * `migrate/` takes single messages and groups them into exchanges. `running-exchanges.ts` runs exchanges in the
 * background of a process; `record/` reads and writes rows.
 *
 * Tables: conversations, exchanges, messages, exchange_actions.
 *
 * Always true:
 * - Readers of history see either all messages of a completed exchange or none, and no message of a failed or aborted
 *   one.
 * - The user's text is stored as it was typed. Exchanges are numbered without gaps, however they end.
 * - Every reply is saved in the transaction that settles its charge; tools run after their call is saved.
 * - No transaction is open while a model or a tool works.
 * - A tool with effects only proposes an action. The action happens at most once, after the user confirmed it.
 * - What a tool may access is decided by the row of its conversation, never by the text of a model.
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
