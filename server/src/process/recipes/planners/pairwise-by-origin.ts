import type { SourceDocument, StepInput } from "../process.ts";
import { aboutLabel } from "./label.ts";
import { groupByLineage, type LineageGroup, omissionWarnings } from "./lineages.ts";
import type { Planner, PlannerContext } from "./planner.ts";
import { missingInput, requireInputs } from "./require-inputs.ts";
import { workOrder } from "./work-order.ts";

/** Plans one call per pair: a document of the first input (the origin) and a document that descends from it. */
export const pairwiseByOrigin: Planner = (sources, context) => {
  const { groups, grouped, warnings } = groupByLineage(sources, context.step);
  requireInputs(grouped, context);
  const [origin, ...partners] = context.step.inputs;
  if (!origin) return { orders: [], warnings };

  const isOrigin = (source: SourceDocument) => source.type === origin.type;
  const orphans = groups.filter(({ documents }) => !documents.some(isOrigin)).flatMap(({ documents }) => documents);
  warnings.push(...omissionWarnings(orphans, context.step, `their ${origin.type} is missing`));
  const orders = groups.flatMap((group) =>
    group.documents.filter(isOrigin).flatMap((root) =>
      pairsOf(root, group, partners, context).map((pair) =>
        workOrder(context, {
          sources: pair,
          about: pair,
          lineageId: group.lineageId,
          label: aboutLabel(context, pair),
        }),
      ),
    ),
  );
  return { orders, warnings };
};

/**
 * The pairs of one origin, or the origin alone if there is no document to pair it with. Throws if a required document is
 * missing.
 */
function pairsOf(
  root: SourceDocument,
  group: LineageGroup,
  partners: readonly StepInput[],
  context: PlannerContext,
): SourceDocument[][] {
  for (const partner of partners) {
    if (!partner.required || group.documents.some((source) => source.type === partner.type)) continue;
    throw missingInput(context, partner, `${root.workKey} has none`);
  }
  const others = group.documents.filter((source) => source.type !== root.type);
  return others.length === 0 ? [[root]] : others.map((other) => [root, other]);
}
