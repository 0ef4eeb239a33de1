import type { ContributionId } from "@dialectic/contract";
import type { DerivedItem } from "#documents";
import type { Tx } from "#platform";
import { positionsIn } from "./read-statements.ts";
import { type Numbered, numbersOf } from "./statements.store.ts";
import { artifactLines } from "./text/artifact-lines.ts";
import { parseClaims } from "./text/parse-claims.ts";
import { parseMilestones, parseRequirements } from "./text/parse-plan.ts";
import { parseQuestions } from "./text/parse-questions.ts";
import { parseScorecard } from "./text/parse-scorecard.ts";

/**
 * What texts of one document say, as things that an edit may remove: claims, questions, verdicts, scores, requirements
 * and milestones. A claim or question is its words; its number is the one it has, if its stage was read already.
 */
export async function statementItems(
  db: Tx,
  { contributionId, texts }: { contributionId: ContributionId; texts: readonly string[] },
): Promise<DerivedItem[][]> {
  const numbers = await numbersOf(db, contributionId);
  return texts.map((markdown) => {
    const artifacts = artifactLines(markdown);
    const lines = (key: string) => artifacts.get(key) ?? [];
    const milestones = artifacts.get("milestones-corrected") ?? lines("milestones");
    const requirements = artifacts.get("technical-requirements") ?? lines("requirements");
    return [
      ...parseClaims(lines("claims")).items.map(
        (text): DerivedItem => ({ kind: "claim", key: text, text, content: "", id: idOf("C", numbers.claims, text) }),
      ),
      ...parseQuestions(lines("open-questions")).map(
        ({ text, decides, otherwise }): DerivedItem => ({
          ...{ kind: "question", key: text, text, content: `${decides}\n${otherwise}` },
          id: idOf("Q", numbers.questions, text),
        }),
      ),
      ...(positionsIn(artifacts)?.items ?? []).map(
        ({ claim, verdict, because, answers }): DerivedItem => ({
          ...{ kind: "verdict", key: `C${claim}`, text: because, content: `${verdict}\n${because}\n${answers}` },
          shown: verdict,
        }),
      ),
      ...parseScorecard(lines("scorecard")).items.map(
        ({ criterion, weight, score, because }): DerivedItem => ({
          ...{ kind: "score", key: criterion, id: null, text: criterion, content: `${score}\n${weight}\n${because}` },
          shown: String(score),
        }),
      ),
      ...parseRequirements(requirements).map(
        ({ number, title }): DerivedItem => ({ kind: "requirement", key: `R-${number}`, text: title, content: title }),
      ),
      ...parseMilestones(milestones).map(
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
