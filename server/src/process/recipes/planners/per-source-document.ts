import { aboutLabel, ownLabel } from "./label.ts";
import type { Planner } from "./planner.ts";
import { workOrder } from "./work-order.ts";

/**
 * Plans one call per document of the first input. Each call also reads all documents of the other inputs. For a step without
 * inputs, plans a single call, which reads only the request.
 */
export const perSourceDocument: Planner = (sources, context) => {
  const [first] = context.step.inputs;
  if (!first) {
    const order = workOrder(context, { sources: [], about: [], lineageId: null, label: ownLabel(context) });
    return { orders: [order], warnings: [] };
  }
  const companions = sources.filter((source) => source.type !== first.type);
  const orders = sources
    .filter((source) => source.type === first.type)
    .map((source) =>
      workOrder(context, {
        sources: [source, ...companions],
        about: [source],
        lineageId: source.lineageId,
        label: aboutLabel(context, [source]),
      }),
    );
  const isIdle = orders.length === 0 && companions.length > 0;
  const warnings = isIdle ? [`Step "${context.step.key}" has nothing to do: there is no ${first.type}.`] : [];
  return { orders, warnings };
};
