import { cited, citedBriefly } from "../brief/read-brief.ts";
import { handlingOf } from "../plan/words.ts";
import { line, paragraph } from "../text/fit-words.ts";

import { fill, voiceOf } from "../voices/voices.ts";
import { type ArtifactWriter, dangersOf, mainPoint, pointsOf } from "../workspace.ts";

/** The business case: what is asked for, why this way, the value of the result, and the signs of failure. */
export const businessCase: ArtifactWriter = (workspace) => {
  const { business } = voiceOf(workspace);
  const main = mainPoint(workspace);
  const stated = pointsOf(workspace, "limit", "block", "date").slice(0, 3);
  return [
    paragraph("## Problem"),
    paragraph(fill(business.problem, main ? cited(main) : citedBriefly(main))),
    ...pointsOf(workspace, "context", "person", "figure")
      .filter((point) => point !== main)
      .slice(0, 8)
      .map((point, index) => paragraph(fill(business.also, cited(point)), 3 + index)),
    paragraph("## Why this"),
    paragraph(fill(business.why, citedBriefly(main)), 1),
    paragraph("## What it is worth"),
    ...(stated.length > 0 ? stated : main ? [main] : []).map((point, index) =>
      paragraph(fill(business.worth, citedBriefly(point)), index),
    ),
    paragraph("## What would make it fail"),
    ...dangersOf(workspace)
      .slice(0, 3)
      .map((point, index) =>
        line(`- ${citedBriefly(point)}: ${handlingOf(workspace, point.kind).sign}.`, index === 0 ? 0 : 2),
      ),
    paragraph(business.sign, 1),
  ];
};
