import { groupLabel } from "./label.ts";
import { groupByLineage } from "./lineages.ts";
import type { Planner } from "./planner.ts";
import { missingInput, requireInputs } from "./require-inputs.ts";
import { workOrder } from "./work-order.ts";

/** Plans one call per group of documents with the same origin. */
export const perSourceGroup: Planner = (sources, context) => {
  const { groups, grouped, warnings } = groupByLineage(sources, context.step);
  requireInputs(grouped, context);
  const orders = groups.map(({ lineageId, documents }) => {
    const origin = context.origins.get(lineageId);
    const about = origin ? [origin] : documents;
    const lacking = context.step.inputs.find(
      ({ type, required }) => required && documents.every((source) => source.type !== type),
    );
    if (lacking) throw missingInput(context, lacking, `the group of ${about[0]?.workKey ?? lineageId} has none`);
    return workOrder(context, { sources: documents, about, lineageId, label: groupLabel(context, about) });
  });
  return { orders, warnings };
};
