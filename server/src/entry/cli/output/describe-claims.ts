import type { Claims, Question, Scores } from "@dialectic/contract";
import { table } from "./table.ts";

/** Claims, one line each, followed by those that a synthesis has not judged. */
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

export function describeScores({ items, leadModel, leadChosen }: Scores): string {
  const rows = items.flatMap(({ model, proposal, median, rank, critics }) =>
    critics.map(({ critic, self, total }, index) => [
      index === 0 ? [model, proposal].filter((part) => part !== null).join(" #") : "",
      index === 0 ? shown(median) : "",
      index === 0 ? shown(rank) : "",
      self ? `${critic} (own proposal, not counted)` : critic,
      String(total),
    ]),
  );
  const lead = `Lead model: ${leadModel} (${leadChosen ? "chosen by you" : items.length > 0 ? "best median; ties go to the first in the list" : "first in the list, until there are scores"}).`;
  return [table(["proposal of", "median", "rank", "critic", "total"], rows), lead].join("\n\n");
}

export const describeQuestions = (questions: readonly Question[]): string =>
  table(
    ["question", "by", "state", "text", "answer or default"],
    questions.map((one) => [
      one.id,
      lastPart(one.model),
      one.state,
      clip(one.text, 90),
      clip(one.answer ?? (one.otherwise === "" ? "no default" : `default: ${one.otherwise}`), 70),
    ]),
  );

const lastPart = (model: string): string => model.slice(model.lastIndexOf("/") + 1);
const shown = (value: number | null): string => (value === null ? "-" : String(value));
const clip = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);
