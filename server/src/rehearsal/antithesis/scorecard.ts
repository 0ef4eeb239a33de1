import { citedBriefly } from "../brief/read-brief.ts";
import { nameOf } from "../prompt/read-claims.ts";
import { line, paragraph } from "../text/fit-words.ts";
import { counted, tableHead, tableRow } from "../text/phrasing.ts";
import type { Topic } from "../voices/voice.ts";
import { fill, voiceOf } from "../voices/voices.ts";
import { type ArtifactWriter, mainPoint, pointsOf, type Workspace } from "../workspace.ts";
import { reviewOf } from "./review.ts";

const criteria = [
  ["fits the request", 25],
  ["respects the facts", 15],
  ["feasible", 20],
  ["complete", 15],
  ["risk", 10],
  ["cost", 10],
  ["clarity", 5],
] as const;
type Criterion = (typeof criteria)[number][0];

/** The seven criteria, scored from the objections of the review. A fatal flaw limits the scores. */
export const scorecard: ArtifactWriter = (workspace) => [
  paragraph(tableHead(["criterion", "weight", "score 0–10", "because"])),
  ...criteria.map(([criterion, weight]) => {
    const { score, because } = scoreOf(workspace, criterion);
    const most = reviewOf(workspace).isFatal ? 3 : 10;
    return line(tableRow([criterion, String(weight), String(Math.max(0, Math.min(most, score))), because]));
  }),
];

type Score = { score: number; because: string };
const usual = 8;

function scoreOf(workspace: Workspace, criterion: Criterion): Score {
  const { weak, missing, isFatal, claims } = reviewOf(workspace);
  const [lost] = missing;
  const { review } = voiceOf(workspace);
  const main = mainPoint(workspace);
  const last = workspace.points.findLast((point) => point.kind !== "context" && point !== main);
  const [given] = pointsOf(workspace, "figure", "person");
  if (lost && (isFatal || ["fits the request", "respects the facts", "complete"].includes(criterion)))
    return { score: usual - missing.length, because: `the proposal does not account for ${citedBriefly(lost)}` };
  const found: Partial<Record<Criterion, string>> = {
    "fits the request": `it accounts for ${citedBriefly(main)}`,
    "respects the facts": given
      ? `it accounts for ${citedBriefly(given)}`
      : "this review found no fact that it goes against",
    complete: last ? fill(review.complete, citedBriefly(last)) : "this review found nothing that it leaves out",
    clarity: `its ${counted(claims, "claim")} can be judged one by one`,
  };
  if (criterion === "complete" && !last && weak.length > 0)
    return { score: usual - 2, because: "the critique names what its claims do not say" };
  const because = found[criterion];
  if (because) return { score: usual, because };
  if (criterion !== "feasible") return objectionTo(workspace, criterion === "risk" ? "order" : "reserve");
  const serious = weak.filter(({ isSerious }) => isSerious).length + missing.length;
  return { score: usual - serious, because: `the critique has ${counted(serious, "serious objection")}` };
}

function objectionTo(workspace: Workspace, topic: Topic): Score {
  const found = reviewOf(workspace).weak.find((one) => one.topic === topic);
  if (!found) return { score: usual, because: "the critique has no objection about this" };
  return { score: found.isSerious ? 4 : 6, because: `${nameOf(found.claim)}: ${found.wrong}` };
}
