import { blocksRoutes } from "./blocks.ts";
import { boardRoutes } from "./board.ts";
import { bundlesRoutes } from "./bundles.ts";
import { catalogueRoutes } from "./catalogue.ts";
import { claimsRoutes } from "./claims.ts";
import { contextRoutes } from "./context.ts";
import { conversationsRoutes } from "./conversations.ts";
import { documentEditsRoutes } from "./document-edits.ts";
import { documentsRoutes } from "./documents.ts";
import { factsRoutes } from "./facts.ts";
import { feedbackRoutes } from "./feedback.ts";
import { inboxRoutes } from "./inbox.ts";
import { itemsRoutes } from "./items.ts";
import { jobsRoutes } from "./jobs.ts";
import { keyQuestionsRoutes } from "./key-questions.ts";
import { memoryRoutes } from "./memory.ts";
import { modelsRoutes } from "./models.ts";
import { namesRoutes } from "./names.ts";
import { notificationsRoutes } from "./notifications.ts";
import { planRoutes } from "./plan.ts";
import { pricesRoutes } from "./prices.ts";
import { projectsRoutes } from "./projects.ts";
import { questionsRoutes } from "./questions.ts";
import { quotesRoutes } from "./quotes.ts";
import { regenerationsRoutes } from "./regenerations.ts";
import type { Route } from "./route.ts";
import { scoresRoutes } from "./scores.ts";
import { seedPromptsRoutes } from "./seed-prompts.ts";
import { sessionsRoutes } from "./sessions.ts";
import { stagesRoutes } from "./stages.ts";
import { templatesRoutes } from "./templates.ts";
import { walletRoutes } from "./wallet.ts";

/**
 * The HTTP API as data. The server mounts a handler for each entry and validates with these schemas. The OpenAPI
 * document is generated from the same schemas, and the typed client uses them too, so the three always agree. The event
 * stream (`GET /api/events`) and the CSV statement are not listed because their responses are not JSON.
 */
export const routes = {
  ...modelsRoutes,
  ...templatesRoutes,
  ...projectsRoutes,
  ...quotesRoutes,
  ...sessionsRoutes,
  ...stagesRoutes,
  ...documentsRoutes,
  ...planRoutes,
  ...contextRoutes,
  ...conversationsRoutes,
  ...feedbackRoutes,
  ...seedPromptsRoutes,
  ...documentEditsRoutes,
  ...regenerationsRoutes,
  ...boardRoutes,
  ...memoryRoutes,
  ...jobsRoutes,
  ...inboxRoutes,
  ...namesRoutes,
  ...notificationsRoutes,
  ...claimsRoutes,
  ...scoresRoutes,
  ...questionsRoutes,
  ...factsRoutes,
  ...itemsRoutes,
  ...catalogueRoutes,
  ...pricesRoutes,
  ...keyQuestionsRoutes,
  ...bundlesRoutes,
  ...blocksRoutes,
  ...walletRoutes,
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
