import { continuationsRange, isWithin, type ModelInfo, type ProcessInfo, proposalsRange } from "@dialectic/contract";

/**
 * The options for the next run. If `continuations` is undefined, the server's default applies; if `proposals` is undefined,
 * each model writes one.
 */
export type RunChoice = {
  process: string;
  models: string[];
  auto: boolean;
  continuations?: number | undefined;
  proposals?: number | undefined;
};

/** Mutual criticism takes at least two models. Free ones are preselected, so that the first run costs nothing. */
function usualModels(models: ModelInfo[]): string[] {
  const free = models.filter((model) => model.free);
  return (free.length > 0 ? free : models).slice(0, 2).map((model) => model.id);
}

function parse(stored: string): Partial<Record<keyof RunChoice, unknown>> {
  try {
    const value: unknown = JSON.parse(stored);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** The previous choice, without models or processes that are no longer available. */
export function recallChoice(stored: string, models: ModelInfo[], processes: ProcessInfo[]): RunChoice {
  const last = parse(stored);
  const wanted: unknown[] = Array.isArray(last.models) ? last.models : [];
  const known = models.filter((model) => wanted.includes(model.id)).map((model) => model.id);
  const find = (wanted: unknown) => processes.find(({ key }) => key === wanted);
  const process = find(last.process) ?? find("classic") ?? processes[0];
  return {
    process: process?.key ?? "classic",
    models: known.length > 0 ? known : usualModels(models),
    auto: last.auto !== false,
    continuations: isWithin(continuationsRange, last.continuations) ? last.continuations : undefined,
    proposals: isWithin(proposalsRange, last.proposals) ? last.proposals : undefined,
  };
}

/**
 * Adds or removes a model. Models stay in the catalogue's order, so that marks and documents are always in the same order.
 */
export function toggleModel(choice: RunChoice, id: string, models: ModelInfo[]): RunChoice {
  const on = new Set(choice.models);
  if (!on.delete(id)) on.add(id);
  return { ...choice, models: models.filter((model) => on.has(model.id)).map((model) => model.id) };
}
