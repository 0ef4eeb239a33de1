import type { Dice } from "./dice.ts";

/** Artifacts that a careless model leaves out. Each omission needs a further request. */
export type Omission = (answer: string, dice: Dice) => string;

const partOf = (answer: string, title: string): string =>
  answer.split(/^(?=# )/m).find((part) => part.startsWith(`# ${title}\n`)) ?? "";

/** Without one of the lines below a title that look like this. */
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

/** Without the last artifact, or one before it, of those that others are read from. */
function withoutArtifact(answer: string, dice: Dice): string {
  const parts = answer.split(/^(?=# )/m);
  const gone = parts.length > 2 ? dice.pick(parts.slice(1)) : undefined;
  return gone === undefined ? answer : parts.filter((part) => part !== gone).join("");
}
