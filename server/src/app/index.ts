/**
 * The wiring: the one place that connects modules which do not import each other. An entry point (HTTP, CLI, worker) opens
 * an app and gets the database, the acting user's context, and a worker with every kind of job registered.
 */
export { chatParts } from "./chat/chat-parts.ts";
export { type App, type Ctx, createApp } from "./create-app.ts";
export { jobKinds } from "./job-kinds.ts";
export { onFactsChanged } from "./on-facts-changed.ts";
