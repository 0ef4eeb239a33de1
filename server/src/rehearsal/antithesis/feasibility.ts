import { amountOf, likeSum } from "../brief/figures.ts";
import { quotedBriefly } from "../brief/manner.ts";
import type { TemperamentName } from "../temperament.ts";
import { paragraph } from "../text/fit-words.ts";
import { joinWords, quoted } from "../text/phrasing.ts";
import { type ArtifactWriter, ownerOf, pointsOf } from "../workspace.ts";
import { reviewOf } from "./review.ts";

const texts: Record<
  TemperamentName,
  { time: (d: string) => string; noTime: string; people: (p: string, isOne: boolean) => string; skills: string }
> = {
  atlas: {
    time: (dates) =>
      `Time: the proposal has to fit around ${dates}; parts that do not depend on each other can be done at the same time.`,
    noTime: "Time: the request names no date, so time alone does not decide.",
    people: (who, isOne) =>
      isOne
        ? `People: ${who} cannot make every part alone; the proposal should say who else does.`
        : `People: ${who} have to share the parts; the proposal should give each part to one of them.`,
    skills: "Skills: the request does not describe any, so whether they are there has to be asked.",
  },
  briar: {
    time: (dates) =>
      `Time: everything hangs on ${dates}, and the proposal shows no calculation that leaves time to spare.`,
    noTime: "Time: without a date there is no pressure to decide, which is a risk of its own.",
    people: (who) => `People: the plan rests on ${who} alone, and names no one who could step in.`,
    skills: "Skills: nothing in the proposal proves that they are there; a small test would.",
  },
  cedar: {
    time: (dates) =>
      `Time: the people involved must be free around ${dates}; the proposal does not say that they were asked.`,
    noTime: "Time: ask the people involved when they can start, since no date is given.",
    people: (who) => `People: ${who} must confirm the amount of work before it is promised.`,
    skills: "Skills: those who do the work know best what they can do; the proposal should ask them.",
  },
};

/** Time, money, people and skills, with the figures of the request, ending in a verdict that fits the critique. */
export const feasibility: ArtifactWriter = (workspace) => {
  const { brief, temperament } = workspace;
  const { missing, weak, isFatal } = reviewOf(workspace);
  const text = texts[temperament.name];
  const dates = brief.dates.slice(0, 4).map(quoted).join(", ");
  const mend = weak.find(({ severity }) => severity === "serious")?.mend;
  const [open] = pointsOf(workspace, "open");
  const [lost, alsoLost] = missing.map(quotedBriefly);
  const conditions = [
    ...(lost === undefined ? [] : [`feasible if the proposal says how ${lost} is met`]),
    ...(mend === undefined ? [] : [`feasible if this is mended: ${mend}`]),
    ...(open === undefined ? [] : [`feasible once this is settled: ${quotedBriefly(open)}`]),
  ];
  const verdict = isFatal
    ? `not feasible because the proposal passes over ${lost} and ${alsoLost}`
    : (conditions[0] ?? "feasible");
  return [
    paragraph(brief.dates.length > 0 ? text.time(dates) : text.noTime),
    paragraph(moneyText(workspace)),
    paragraph(
      text.people(joinWords(brief.people.map((one) => one.name)) || ownerOf(workspace), brief.people.length < 2),
      1,
    ),
    paragraph(text.skills, 2),
    paragraph(`Verdict: ${verdict}.`),
  ];
};

/** The sum of the request, less the reserve of this temperament. */
function moneyText({ brief, temperament: { name, reserve } }: Parameters<typeof feasibility>[0]): string {
  const { money } = brief;
  const amount = money === undefined ? undefined : amountOf(money);
  if (money === undefined) return "Money: the request names no sum, so what can be afforded is unknown.";
  if (amount === undefined)
    return `Money: ${quoted(money)} is all there is, and the proposal must say what each part takes of it.`;
  const left = likeSum(money, (amount * (100 - reserve)) / 100);
  const held: Record<TemperamentName, string> = {
    atlas: "that has to pay for every part",
    briar: "nothing beyond that may be promised to anyone",
    cedar: "the people who spend it should know that figure",
  };
  return `Money: of ${quoted(money)}, ${reserve} % kept in reserve leaves ${left}, and ${held[name]}.`;
}
