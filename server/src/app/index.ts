/**
 * Composition: the one place that connects modules which do not import each other. An entry point (HTTP, CLI, worker) opens
 * an app (`create-app.ts`) and gets the database, the acting user's context, and a worker.
 *
 * A module calls a higher one only through a registration here:
 * - job kinds: `job-kinds.ts`
 * - context sources and tools of conversations: `chat/chat-parts.ts`
 * - subscriptions: `subscriptions.ts` (facts → blocks and items, in the same transaction)
 * - model providers: `call-tools.ts` (the rehearsal models); embedding models: `create-embedder.ts`
 * - maintenance tasks: `maintenance-tasks.ts`
 * - files of the board: `board-keeper.ts`
 */
export { chatParts } from "./chat/chat-parts.ts";
export { type App, type Ctx, createApp } from "./create-app.ts";
export { jobKinds } from "./job-kinds.ts";
export { onFactsChanged } from "./subscriptions.ts";
