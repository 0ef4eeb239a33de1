import type { ContributionId } from "@dialectic/contract";
import { type DerivedItem, readDocument } from "#documents";
import type { Tx } from "#platform";
import { entriesOf, questionsIn, verdictsIn } from "./read-review.ts";
import { type Numbered, numbersOf, questionsBeside } from "./review.store.ts";

/**
 * Parses each of several texts of one document into items, so that the changes of an edit can be listed: claims, questions,
 * verdicts, scores, requirements and milestones. A claim or question is identified by its words. It has a number only if its
 * stage was collected.
 */
export async function reviewItems(
  db: Tx,
  { contributionId, texts }: { contributionId: ContributionId; texts: readonly string[] },
): Promise<DerivedItem[][]> {
  const numbers = await numbersOf(db, contributionId);
  const questions = await questionsBeside(db, contributionId);
  return texts.map((markdown) => {
    const read = readDocument(markdown);
    const { claims, scorecard, requirements, milestones } = entriesOf(read);
    return [
      ...(claims?.claims ?? []).map(
        (text): DerivedItem => ({ kind: "claim", key: text, text, content: "", id: idOf("C", numbers.claims, text) }),
      ),
      ...questionsIn(read).map(
        ({ text, decides, otherwise }): DerivedItem => ({
          ...{ kind: "question", key: text, text, content: `${decides}\n${otherwise}` },
          id: idOf("Q", questions, text),
        }),
      ),
      ...verdictsIn(read).map(
        ({ claim, verdict, because, answers }): DerivedItem => ({
          ...{ kind: "verdict", key: `C${claim}`, text: because, content: `${verdict}\n${because}\n${answers}` },
          shown: verdict,
        }),
      ),
      ...(scorecard?.scores ?? []).map(
        ({ criterion, weight, score, because }): DerivedItem => ({
          ...{ kind: "score", key: criterion, id: null, text: criterion, content: `${score}\n${weight}\n${because}` },
          shown: String(score),
        }),
      ),
      ...(requirements ?? []).map(
        ({ number, title }): DerivedItem => ({ kind: "requirement", key: `R-${number}`, text: title, content: title }),
      ),
      ...(milestones ?? []).map(
        ({ number, title, ...rest }): DerivedItem => ({
          ...{ kind: "milestone", key: `M${number}`, text: title, content: JSON.stringify({ title, ...rest }) },
        }),
      ),
    ];
  });
}

function idOf(letter: string, known: readonly Numbered[], text: string): string | null {
  const number = known.find((one) => one.text === text)?.number;
  return number === undefined ? null : `${letter}${number}`;
}
