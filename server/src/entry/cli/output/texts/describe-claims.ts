import type { Claim, Claims, Question, Scores } from "@dialectic/contract";
import { table } from "../table.ts";

/** One line per claim, followed by the claims that a synthesis has not judged. */
export function describeClaims({ items, coverage }: Claims): string {
  const rows = items.map(({ id, model, verdicts, contested, choice, text }) => [
    id,
    lastPart(model),
    [...new Set(verdicts.map(({ verdict }) => verdict))].join(" / ") || "-",
    choice ? `chosen: ${choice.verdict}` : contested ? "contested" : "",
    clip(text, 90),
  ]);
  const missing = coverage
    .filter((one) => one.missing.length > 0)
    .map((one) => `The synthesis of ${one.model} has no verdict on ${one.missing.join(", ")}.`);
  return [table(["claim", "by", "verdicts", "", "text"], rows), ...missing].join("\n\n");
}

/** One claim with every verdict and its reason. */
export function describeClaim({ id, model, text, verdicts, contested, choice }: Claim): string {
  const state = choice ? `chosen: ${choice.verdict}` : contested ? "contested" : "not contested";
  const rows = verdicts.map((one) => [one.model, one.verdict, one.because, one.answers]);
  return [
    `${id}, by ${model}: ${text}`,
    verdicts.length === 0
      ? "No synthesis has judged it yet."
      : table(["synthesis of", "verdict", "because", "answers"], rows),
    `${state}${choice?.note ? ` (${choice.note})` : ""}`,
  ].join("\n\n");
}

export function describeScores({ items, leadModel, leadChosen }: Scores): string {
  const rows = items.flatMap(({ model, proposal, median, preference, rank, critics }) =>
    critics.map(({ critic, self, total }, index) => [
      index === 0 ? [model, proposal].filter((part) => part !== null).join(" #") : "",
      index === 0 ? shown(median) : "",
      index === 0 ? shownShare(preference) : "",
      index === 0 ? shown(rank) : "",
      self ? `${critic} (own proposal, not counted)` : critic,
      String(total),
    ]),
  );
  const isCompared = items.some(({ preference }) => preference !== null);
  const why = isCompared
    ? "preferred by the critics; ties go to the first in the list"
    : "first in the list, because no critic compared two proposals by others";
  const lead = `Lead model: ${leadModel} (${leadChosen ? "chosen by you" : why}).`;
  return [table(["proposal of", "median", "preferred", "rank", "critic", "total"], rows), lead].join("\n\n");
}

export const describeQuestions = (questions: readonly Question[]): string =>
  table(
    ["question", "by", "state", "text", "answer or default"],
    questions.map((one) => [
      one.id,
      (one.askedBy.length > 0 ? one.askedBy : [one.model]).map(lastPart).join(", "),
      one.state,
      clip(one.text, 90),
      clip(one.answer ?? (one.otherwise === "" ? "no default" : `default: ${one.otherwise}`), 70),
    ]),
  );

const lastPart = (model: string): string => model.slice(model.lastIndexOf("/") + 1);
const shownShare = (share: number | null): string => (share === null ? "-" : `${Math.round(share * 100)} %`);
const shown = (value: number | null): string => (value === null ? "-" : String(value));
const clip = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);
