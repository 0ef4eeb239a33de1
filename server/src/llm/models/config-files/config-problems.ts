import type { ConfigProblem } from "@dialectic/contract";
import { ownCatalogue } from "../catalogue/catalogue-entry.ts";
import type { ModelSettings } from "../providers/model-settings.ts";
import { OwnProviders } from "../providers/providers.ts";
import { problemOf } from "./read-config-file.ts";

/** The current problems of models.json and providers.json, and which version is used instead. */
export function configProblems(settings: ModelSettings): ConfigProblem[] {
  const problems = [
    problemOf(settings, "models.json", ownCatalogue(settings)),
    problemOf(settings, "providers.json", OwnProviders),
  ];
  return problems.filter((problem) => problem !== null);
}
