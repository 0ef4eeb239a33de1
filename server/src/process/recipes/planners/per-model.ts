import { proposalLabel } from "./label.ts";
import type { Planner } from "./planner.ts";
import { workOrder } from "./work-order.ts";

/**
 * One call of the model that plans for each proposal it is asked for, beginning a lineage of its own whatever it reads:
 * each model of the session has its own plan, so the stage gets as many documents from each.
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
