import type { Dice } from "./dice.ts";

/** Removes a line or an artifact, as a careless model would. Each omission makes a further request necessary. */
export type Omission = (answer: string, dice: Dice) => string;

const partOf = (answer: string, title: string): string =>
  answer.split(/^(?=# )/m).find((part) => part.startsWith(`# ${title}\n`)) ?? "";

/** Removes one of the lines below a title that match a pattern, but only if several lines match. */
const withoutLine = (answer: string, title: string, line: RegExp, dice: Dice): string => {
  const part = partOf(answer, title);
  const found = part.split("\n").filter((one) => line.test(one));
  const gone = found.length > 1 ? dice.pick(found) : undefined;
  return gone === undefined ? answer : answer.replace(part, part.replace(`${gone}\n`, ""));
};

export const omissions: readonly Omission[] = [
  (answer, dice) => withoutLine(answer, "Resolved positions", /^\| \[C\d+\]/, dice),
  (answer, dice) => withoutLine(answer, "Scorecard", /^\| (?!criterion|---)/, dice),
  (answer, dice) => withoutLine(answer, "Milestones", /^- Requirements: /, dice),
  (answer, dice) => withoutArtifact(answer, dice),
];

/** Removes a random artifact, but never the first. */
function withoutArtifact(answer: string, dice: Dice): string {
  const parts = answer.split(/^(?=# )/m);
  const gone = parts.length > 2 ? dice.pick(parts.slice(1)) : undefined;
  return gone === undefined ? answer : parts.filter((part) => part !== gone).join("");
}
