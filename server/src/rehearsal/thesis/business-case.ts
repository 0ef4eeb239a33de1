import { cited, citedBriefly } from "../brief/read-brief.ts";
import { handlingOf } from "../plan/words.ts";
import { line, paragraph } from "../text/fit-words.ts";
import { fill, voiceOf } from "../voices/voices.ts";
import { type ArtifactWriter, mainPoint, pointsOf } from "../workspace.ts";

/** The business case: what is asked for, why this way, and the signs of failure. */
export const businessCase: ArtifactWriter = (workspace) => {
  const { business, choices } = voiceOf(workspace);
  const main = mainPoint(workspace);
  return [
    paragraph("## Problem"),
    paragraph(fill(business.problem, main ? cited(main) : citedBriefly(main))),
    ...pointsOf(workspace, "context", "person", "figure", "block")
      .filter((point) => point !== main)
      .slice(0, 8)
      .map((point, index) => paragraph(fill(business.also, cited(point)), 3 + index)),
    paragraph("## Why this"),
    paragraph(
      `To answer ${citedBriefly(main)}, this proposal would ${choices.order.way}, because ${choices.order.because}.`,
    ),
    paragraph("## What would make it fail"),
    ...pointsOf(workspace, "goal", "limit", "exclusion", "date", "open")
      .slice(0, 3)
      .map((point, index) =>
        line(`- ${cited(point)}: ${handlingOf(workspace, point.kind).sign}.`, index === 0 ? 0 : 2),
      ),
  ];
};
