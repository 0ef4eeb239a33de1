import type { SourceText } from "#documents";
import type { SessionRow } from "#projects";
import { nameDocuments, type PromptDocument } from "#prompts";
import type { Stage } from "#recipes";

/** What a first message needs besides its step and its documents. It comes from a session that is being run or quoted. */
export type PromptContext = {
  session: Pick<SessionRow, "id" | "iteration" | "brief" | "models" | "proposals" | "overlay">;
  stage: Stage;
};

/** The documents of a prompt, under the names that `nameDocuments` gives them. */
export const promptDocuments = (
  { session: { brief: request, models, proposals } }: PromptContext,
  texts: readonly (Pick<SourceText, "type" | "model" | "lineageModel" | "proposal" | "markdown"> &
    Partial<Pick<SourceText, "combines" | "number">>)[],
): PromptDocument[] => nameDocuments({ request, models, proposals }, texts);
