import { countWords } from "../count-words.ts";
import type { ArtifactWriter, Desk } from "../desk.ts";
import { line } from "../fit-words.ts";
import { counted, quoted, tableHead, tableRow } from "../phrasing.ts";
import { sentencesIn } from "../read-paper.ts";
import { type Review, review } from "./review.ts";

export type Score = { criterion: string; weight: number; score: number; because: string };

/** The same criteria and weights for every critic; the scores follow from what the proposal says and leaves out. */
export const scorecard: ArtifactWriter = (desk) => [
  line(tableHead(["criterion", "weight", "score 0–10", "because"])),
  ...scoreProposal(desk, review(desk)).map(({ criterion, weight, score, because }) =>
    line(tableRow([criterion, String(weight), String(score), because])),
  ),
];

export function scoreProposal(desk: Desk, found: Review): Score[] {
  const { brief, temperament } = desk;
  const text = found.paper?.markdown ?? "";
  const claims = Math.max(1, found.claims.length);
  const topics = found.covered.length + found.missing.length || 1;
  const facts = [...brief.figures.map((one) => one.text), ...brief.limits];
  const repeated = facts.filter((fact) => text.includes(fact)).length;
  const words = countWords(text);
  const parts = [
    "business-case",
    "feature-specification",
    "technical-approach",
    "success-metrics",
    "open-questions",
    "claims",
  ];
  const present = parts.filter((part) => found.paper?.parts.has(part)).length;
  const doubts = text.match(/\b(?:risk|fail\w*|rejected|unless|if unanswered|way back|instead)\b/gi)?.length ?? 0;
  const sums = new Set(text.match(/[₪$€£]\s?\d[\d,]*|\d[\d,]* ?(?:ILS|NIS|USD|EUR)/g)).size;
  const length = words / Math.max(1, found.paper ? sentencesIn(found.paper).length : 1);
  const missing = found.missing[0]?.name;
  const rate = (criterion: string, weight: number, value: number, because: string): Score => ({
    criterion,
    weight,
    score: Math.max(0, Math.min(10, Math.round(value + (temperament.leaning[criterion] ?? 0)))),
    because: lookedAt(desk, criterion, because),
  });
  return [
    rate(
      "fits the request",
      25,
      3 + (6 * found.covered.length) / topics,
      `${found.covered.length} of ${topics} matters of the brief are taken up${missing ? `, ${missing} missing` : ""}`,
    ),
    rate(
      "respects the facts",
      15,
      4 + (5 * repeated) / Math.max(1, facts.length) - found.otherFigures.length,
      `${repeated} of ${facts.length} figures and conditions stand in it${found.otherFigures[0] ? `, but also ${quoted(found.otherFigures[0])}` : ""}`,
    ),
    rate(
      "feasible",
      20,
      4 + Math.min(3, found.dated) + Math.min(2, found.owned),
      `${counted(found.dated, "claim")} with a day and ${counted(found.owned, "claim")} with a name, for the ${brief.subject.short}`,
    ),
    rate(
      "complete",
      15,
      2 + present + Math.min(1, words / 1500),
      `${present} of ${parts.length} parts in ${words} words about the ${brief.subject.short}`,
    ),
    rate(
      "risk",
      10,
      3 + Math.min(5, doubts / 2),
      `${counted(doubts, "place")} where the ${brief.subject.short} could go otherwise`,
    ),
    rate(
      "cost",
      10,
      brief.total ? 3 + Math.min(5, sums) : 3 + Math.min(2, sums),
      brief.total
        ? `${counted(sums, "sum")} beside ${quoted(brief.total.text)}`
        : `the brief names no sum for the ${brief.subject.short}, and ${counted(sums, "sum")} given`,
    ),
    rate(
      "clarity",
      5,
      10 - Math.max(0, length - 14) / 3,
      `${Math.round(length)} words to a sentence, ${counted(claims, "claim")} about the ${brief.subject.short} to point at`,
    ),
  ];
}

/** A critic who is strict or lenient about a criterion says so: the mark alone would look like a measurement. */
function lookedAt({ temperament }: Desk, criterion: string, because: string): string {
  const leaning = temperament.leaning[criterion] ?? 0;
  if (leaning === 0) return because;
  return leaning < 0 ? `${because}; judged strictly` : `${because}; judged kindly`;
}
