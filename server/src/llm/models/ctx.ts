import type { UserDb } from "#platform";
import type { ModelSettings } from "./providers/model-settings.ts";

/** What a verb of a user's action needs: the database as that user sees it, and what holds for everybody. */
export type ModelsCtx = { db: UserDb; models: ModelSettings };
