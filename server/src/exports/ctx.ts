import type { ModelSettings } from "#models";
import type { UserDb } from "#platform";

export type ExportsCtx = { db: UserDb; models: ModelSettings };
