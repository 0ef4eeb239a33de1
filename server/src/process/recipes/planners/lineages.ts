import type { ContributionId } from "@dialectic/contract";
import type { RecipeStep, SourceDocument } from "../process.ts";

export type LineageGroup = { lineageId: ContributionId; documents: SourceDocument[] };

/** Groups documents by lineage. The groups are in the order of their first documents. */
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
    warnings: omissionWarnings(lost, step, "they have no lineage"),
  };
}

/** A warning that names the documents that a step does not use; no warning if it uses all. */
export function omissionWarnings(sources: readonly SourceDocument[], step: RecipeStep, why: string): string[] {
  if (sources.length === 0) return [];
  const names = sources.map((source) => `${source.type} ${source.workKey}`).join(", ");
  return [`Step "${step.key}" skips ${sources.length} document(s), because ${why}: ${names}.`];
}

/** The lineage of a document merged from these sources: that of the sources if all have the same, otherwise null. */
export function commonLineage(sources: readonly SourceDocument[]): ContributionId | null {
  const [first] = sources;
  if (!first) return null;
  return sources.every((source) => source.lineageId === first.lineageId) ? first.lineageId : null;
}
