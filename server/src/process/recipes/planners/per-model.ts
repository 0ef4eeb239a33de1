import { proposalLabel } from "./label.ts";
import type { Planner } from "./planner.ts";
import { workOrder } from "./work-order.ts";

/**
 * Plans one call of the planning model per proposal. Each call starts a lineage. Plans are made for every model of the
 * session, so the stage gets the same number of documents from each.
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
