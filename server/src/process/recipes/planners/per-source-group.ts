import { groupLabel } from "./label.ts";
import { groupByLineage } from "./lineages.ts";
import type { Planner } from "./planner.ts";
import { requireInputs } from "./require-inputs.ts";
import { workOrder } from "./work-order.ts";

/** All documents that descend from the same one go together: a call per group. */
export const perSourceGroup: Planner = (sources, context) => {
  const { groups, grouped, warnings } = groupByLineage(sources, context.step);
  requireInputs(grouped, context);
  const orders = groups.map(({ lineageId, documents }) => {
    const origin = context.origins.get(lineageId);
    const about = origin ? [origin] : documents;
    return workOrder(context, { sources: documents, about, lineageId, label: groupLabel(context, about) });
  });
  return { orders, warnings };
};
