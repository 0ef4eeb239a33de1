import { moneyIn } from "../brief/figures.ts";
import { cited, citedBriefly, type Point } from "../brief/read-brief.ts";
import { paragraph } from "../text/fit-words.ts";
import { fill, voiceOf } from "../voices/voices.ts";
import { type ArtifactWriter, pointsOf, timesOf } from "../workspace.ts";
import { reviewOf } from "./review.ts";

/**
 * States what the request says about time, money and people, then the skills needed, and ends with a verdict that fits the
 * critique.
 */
export const feasibility: ArtifactWriter = (workspace) => {
  const { review } = voiceOf(workspace);
  const { missing, weak, isFatal } = reviewOf(workspace);
  const about = (name: string, text: string, points: readonly Point[]) =>
    points.slice(0, 2).map((point) => paragraph(`${name}: ${fill(text, cited(point))}.`, 1));
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
    ...about("Time", review.time, timesOf(workspace)),
    // Only limits are listed, because a price or a running cost is not a sum that can be spent.
    ...about(
      "Money",
      review.money,
      pointsOf(workspace, "limit").filter(({ quote }) => moneyIn(quote).length > 0),
    ),
    ...about("People", review.people, pointsOf(workspace, "person")),
    paragraph(review.skills, 2),
    paragraph(`Verdict: ${verdict}.`),
  ];
};
