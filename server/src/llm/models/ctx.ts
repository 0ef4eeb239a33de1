import type { UserDb } from "#platform";
import type { ModelSettings } from "./providers/model-settings.ts";

/** The database as the acting user sees it, and the settings that all users share. */
export type ModelsCtx = { db: UserDb; models: ModelSettings };
