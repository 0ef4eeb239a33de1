import type { ContributionId } from "@dialectic/contract";
import type { RecipeStep, SourceDocument } from "../process.ts";

export type LineageGroup = { lineageId: ContributionId; documents: SourceDocument[] };

/** The documents by what they descend from, groups in the order of their first document. */
export function groupByLineage(
  sources: readonly SourceDocument[],
  step: RecipeStep,
): { groups: LineageGroup[]; grouped: SourceDocument[]; warnings: string[] } {
  const groups = new Map<ContributionId, SourceDocument[]>();
  const lost: SourceDocument[] = [];
  for (const source of sources) {
    if (source.lineageId === null) lost.push(source);
    else groups.set(source.lineageId, [...(groups.get(source.lineageId) ?? []), source]);
  }
  return {
    groups: [...groups].map(([lineageId, documents]) => ({ lineageId, documents })),
    grouped: [...groups.values()].flat(),
    warnings: leftOut(lost, step, "it does not say what they descend from"),
  };
}

/** A warning that names what a step does not use; none when there is nothing to say. */
export function leftOut(sources: readonly SourceDocument[], step: RecipeStep, why: string): string[] {
  if (sources.length === 0) return [];
  const names = sources.map((source) => `${source.type} ${source.workKey}`).join(", ");
  return [`Step "${step.key}" leaves out ${sources.length} document(s), because ${why}: ${names}.`];
}

/** What a merged document descends from: the one lineage of all its sources, or nothing in particular. */
export function commonLineage(sources: readonly SourceDocument[]): ContributionId | null {
  const [first] = sources;
  if (!first) return null;
  return sources.every((source) => source.lineageId === first.lineageId) ? first.lineageId : null;
}
