import { moneyIn } from "../brief/figures.ts";
import { cited, citedBriefly, type Point } from "../brief/read-brief.ts";
import { paragraph } from "../text/fit-words.ts";
import { joinWords } from "../text/phrasing.ts";
import { fill, voiceOf } from "../voices/voices.ts";
import { type ArtifactWriter, mainPoint, pointsOf, timesOf } from "../workspace.ts";
import { reviewOf } from "./review.ts";

/** States what the request says about time, money and people, and ends with a verdict that fits the critique. */
export const feasibility: ArtifactWriter = (workspace) => {
  const { missing, weak, isFatal } = reviewOf(workspace);
  const about = (name: string, points: readonly Point[]) =>
    points.slice(0, 2).map((point) => paragraph(`${name}: ${fill(voiceOf(workspace).review.bound, cited(point))}.`, 1));
  const mends = weak.filter(({ isSerious, isAboutPoint }) => isSerious && !isAboutPoint).map(({ mend }) => mend);
  const lost = missing.map(citedBriefly).slice(0, 3);
  const open = pointsOf(workspace, "open").slice(0, 3).map(citedBriefly);
  const conditions = [
    ...lost.map((quote) => `account for ${quote}`),
    ...mends,
    ...open.map((quote) => `settle what these words leave open: ${quote}`),
  ];
  const verdict = isFatal
    ? `not feasible because the proposal passes over ${joinWords(lost)}`
    : conditions.length === 0
      ? "feasible, and no sentence of the request speaks against it"
      : `feasible if this is done: ${conditions.join("; ")}`;
  const isSum = ({ quote }: Point): boolean => moneyIn(quote).length > 0;
  const facts = [
    ...about("Time", timesOf(workspace)),
    // Only limits and dates are listed, because a price or a running cost is not a sum that can be spent.
    ...about("Money", pointsOf(workspace, "limit", "date").filter(isSum)),
    ...about("People", pointsOf(workspace, "person")),
  ];
  const main = mainPoint(workspace);
  return [...(facts.length === 0 && main ? about("Result", [main]) : facts), paragraph(`Verdict: ${verdict}.`)];
};
