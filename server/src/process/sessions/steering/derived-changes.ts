import type { ContributionId, DerivedChange } from "@dialectic/contract";
import { workItems } from "#board";
import { artifactItems, compareItems, parseArtifacts } from "#documents";
import type { Tx } from "#platform";
import { statementItems } from "#review";

/** More than this helps nobody who reads it; a text of two million characters may have tens of thousands. */
const mostListed = 500;
const longestText = 300;

/**
 * What another text does to all that is read out of a document: artifacts, claims, verdicts, scores, questions,
 * requirements, milestones and pieces of work. Called after the statements of the new text were collected, so that its
 * claims and questions have their numbers.
 */
export async function derivedChanges(
  db: Tx,
  { contributionId, before, after }: { contributionId: ContributionId; before: string; after: string },
): Promise<DerivedChange[]> {
  const statements = await statementItems(db, { contributionId, texts: [before, after] });
  const [old, now] = [before, after].map((markdown, index) => [
    ...artifactItems(markdown),
    ...(statements[index] ?? []),
    ...workItems(parseArtifacts(markdown).find(({ key }) => key === "work-plan")?.body ?? ""),
  ]);
  return compareItems(old ?? [], now ?? []);
}

const order = ["removed", "changed", "added"];

/** What was removed first; a list that people read, and how much it leaves out. */
export function listChanges(all: readonly DerivedChange[]): { changes: DerivedChange[]; changesLeftOut: number } {
  const sorted = all.toSorted((one, other) => order.indexOf(one.change) - order.indexOf(other.change));
  const changes = sorted.slice(0, mostListed).map((one) => ({ ...one, text: one.text.slice(0, longestText) }));
  return { changes, changesLeftOut: all.length - changes.length };
}
