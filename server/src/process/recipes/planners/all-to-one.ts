import { ownLabel } from "./label.ts";
import { commonLineage } from "./lineages.ts";
import type { Planner } from "./planner.ts";
import { workOrder } from "./work-order.ts";

/** One call with all documents. */
export const allToOne: Planner = (sources, context) => ({
  orders: [workOrder(context, { sources, about: [], lineageId: commonLineage(sources), label: ownLabel(context) })],
  warnings: [],
});
