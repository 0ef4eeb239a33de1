import { ownLabel } from "./label.ts";
import type { Planner } from "./planner.ts";
import { workOrder } from "./work-order.ts";

/**
 * One call of the model that plans, beginning a lineage of its own whatever it reads: each model of the session has
 * its own plan, so the stage gets one document from each.
 */
export const perModel: Planner = (sources, context) => ({
  orders: [workOrder(context, { sources, about: [], lineageId: null, label: ownLabel(context) })],
  warnings: [],
});
