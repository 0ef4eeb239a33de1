import type { SourceText } from "#documents";
import type { SessionRow } from "#projects";
import { nameDocuments, type PromptDocument } from "#prompts";
import type { Stage } from "#recipes";

/** What a first message is made of beside its step and documents: a session that runs, or one that is only reckoned with. */
export type PromptContext = {
  session: Pick<SessionRow, "id" | "iteration" | "brief" | "models" | "proposals" | "overlay">;
  stage: Stage;
};

/** The context's documents under the names that `nameDocuments` gives them. */
export const promptDocuments = (
  { session: { brief: request, models, proposals } }: PromptContext,
  texts: readonly (Pick<SourceText, "type" | "model" | "lineageModel" | "proposal" | "markdown"> &
    Partial<Pick<SourceText, "combines" | "number">>)[],
): PromptDocument[] => nameDocuments({ request, models, proposals }, texts);
