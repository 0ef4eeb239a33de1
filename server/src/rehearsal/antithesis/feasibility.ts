import { moneyIn } from "../brief/figures.ts";
import { cited, citedBriefly, type Point } from "../brief/read-brief.ts";
import { paragraph } from "../text/fit-words.ts";
import { fill, voiceOf } from "../voices/voices.ts";
import { type ArtifactWriter, pointsOf } from "../workspace.ts";
import { reviewOf } from "./review.ts";

/**
 * States what the request says about time, money and people, then the skills needed, and ends with a verdict that fits the
 * critique.
 */
export const feasibility: ArtifactWriter = (workspace) => {
  const { review } = voiceOf(workspace);
  const { missing, weak, isFatal } = reviewOf(workspace);
  const stated = pointsOf(workspace, "limit", "figure", "date", "goal", "person");
  const about = (name: string, text: string, is: (point: Point) => boolean, rank: number) =>
    stated
      .filter(is)
      .slice(0, 2)
      .map((point) => paragraph(`${name}: ${fill(text, cited(point))}.`, rank));
  const mend = weak.find(({ severity }) => severity === "serious")?.mend;
  const [open] = pointsOf(workspace, "open");
  const [lost, alsoLost] = missing.map(citedBriefly);
  const conditions = [
    ...(lost === undefined ? [] : [`feasible if the proposal says how ${lost} is met`]),
    ...(mend === undefined ? [] : [`feasible if this is mended: ${mend}`]),
    ...(open === undefined ? [] : [`feasible if this is settled: ${citedBriefly(open)}`]),
  ];
  const verdict = isFatal
    ? `not feasible because the proposal passes over ${lost} and ${alsoLost}`
    : (conditions[0] ?? "feasible");
  return [
    ...about("Time", review.time, ({ kind }) => kind === "date", 1),
    ...about("Money", review.money, ({ quote }) => moneyIn(quote).length > 0, 1),
    ...about("People", review.people, ({ kind }) => kind === "person", 1),
    paragraph(review.skills, 2),
    paragraph(`Verdict: ${verdict}.`),
  ];
};
