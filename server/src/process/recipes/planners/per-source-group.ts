import { groupLabel } from "./label.ts";
import { groupByLineage } from "./lineages.ts";
import type { Planner } from "./planner.ts";
import { requireInputs } from "./require-inputs.ts";
import { workOrder } from "./work-order.ts";

/** One call per group of documents with the same origin. */
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
