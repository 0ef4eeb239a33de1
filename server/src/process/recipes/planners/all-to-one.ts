import { ownLabel } from "./label.ts";
import { commonLineage } from "./lineages.ts";
import type { Planner } from "./planner.ts";
import { workOrder } from "./work-order.ts";

/** Plans one call with all documents. Plans no call if the step has inputs but there is no document for any of them. */
export const allToOne: Planner = (sources, context) => {
  const { step } = context;
  if (step.inputs.length > 0 && sources.length === 0) {
    const types = step.inputs.map(({ type }) => type).join(" or ");
    return { orders: [], warnings: [`Step "${step.key}" has nothing to do: there is no ${types}.`] };
  }
  const order = workOrder(context, { sources, about: [], lineageId: commonLineage(sources), label: ownLabel(context) });
  return { orders: [order], warnings: [] };
};
