import { proposalLabel } from "./label.ts";
import type { Planner } from "./planner.ts";
import { workOrder } from "./work-order.ts";

/**
 * Plans one call per proposal, each by the model for which the step is planned. Each call starts a lineage. The step is
 * planned for every model of the session, so each model writes the same number of documents.
 */
export const perModel: Planner = (sources, context) => {
  const numbers = Array.from({ length: context.proposals }, (_, index) => index + 1);
  const orders = numbers.map((number) => {
    const proposal = numbers.length > 1 ? number : undefined;
    return workOrder(context, {
      sources,
      about: [],
      lineageId: null,
      label: proposalLabel(context, proposal),
      proposal,
    });
  });
  return { orders, warnings: [] };
};
