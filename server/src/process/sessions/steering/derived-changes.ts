import type { ContributionId, DerivedChange } from "@dialectic/contract";
import { workItems } from "#board";
import { artifactItems, compareItems, parseArtifacts } from "#documents";
import type { Tx } from "#platform";
import { reviewItems } from "#review";

/** The maximum number of changes shown to a person. The edit of a very long text may cause tens of thousands. */
const mostListed = 500;
const longestText = 300;

/**
 * Compares what is parsed from the old and the new text of a document: artifacts, claims, verdicts, scores, questions,
 * requirements, milestones and work items. Called after the new text was collected, so that its claims and questions have
 * numbers.
 */
export async function derivedChanges(
  db: Tx,
  { contributionId, before, after }: { contributionId: ContributionId; before: string; after: string },
): Promise<DerivedChange[]> {
  const review = await reviewItems(db, { contributionId, texts: [before, after] });
  const [old, now] = [before, after].map((markdown, index) => [
    ...artifactItems(markdown),
    ...(review[index] ?? []),
    ...workItems(parseArtifacts(markdown).find(({ key }) => key === "work-plan")?.body ?? ""),
  ]);
  return compareItems(old ?? [], now ?? []);
}

const order = ["removed", "changed", "added"];

/** Lists removals first, up to the limit, and counts the changes beyond it. */
export function listChanges(all: readonly DerivedChange[]): { changes: DerivedChange[]; changesLeftOut: number } {
  const sorted = all.toSorted((one, other) => order.indexOf(one.change) - order.indexOf(other.change));
  const changes = sorted.slice(0, mostListed).map((one) => ({ ...one, text: one.text.slice(0, longestText) }));
  return { changes, changesLeftOut: all.length - changes.length };
}
