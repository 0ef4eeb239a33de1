import type { ModelInfo } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { modelsQuery } from "../../api/queries.ts";
import { useBudgetField } from "../../parts/money/use-budget-field.ts";
import { useStored } from "../../ui/use-stored.ts";

export type Asking = ReturnType<typeof useAsking>;

/** The model and the budget that are chosen below the conversation. They apply to new messages and to retries. */
export function useAsking(usualModel: string | undefined) {
  const [stored, chooseModel] = useStored("chat.model");
  const { data: known } = useQuery(modelsQuery);
  const models = (known ?? []).filter(({ ready }) => ready);
  return { stored, chooseModel, models, model: pickModel(models, [stored, usualModel]), budget: useBudgetField() };
}

/** The first of the wanted models that is ready. If none of them is ready, the first ready model. */
export const pickModel = (
  ready: readonly ModelInfo[],
  wanted: readonly (string | undefined)[],
): ModelInfo | undefined => wanted.map((id) => ready.find((one) => one.id === id)).find(Boolean) ?? ready[0];

/** The model and the budget as a request needs them. For a free model, no budget is sent. */
export const asRequest = (model: ModelInfo, cap: string | undefined): { model: string; budget?: string } => ({
  model: model.id,
  ...(!model.free && cap !== undefined && { budget: cap }),
});
