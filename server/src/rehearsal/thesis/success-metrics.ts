import { citedBriefly } from "../brief/read-brief.ts";
import { line, paragraph } from "../text/fit-words.ts";
import { fill, voiceOf } from "../voices/voices.ts";
import { type ArtifactWriter, mainPoint, pointsOf } from "../workspace.ts";

/** One north star, leading and lagging indicators and guardrails, in the words of the request. */
export const successMetrics: ArtifactWriter = (workspace) => {
  const { metrics, registers } = voiceOf(workspace);
  const stated = pointsOf(workspace, "limit", "date").slice(0, 2);
  const limits = pointsOf(workspace, "limit").filter((point) => !stated.includes(point));
  const guarded = [...pointsOf(workspace, "exclusion"), ...limits];
  const known = pointsOf(workspace, "figure").slice(0, 2).map(citedBriefly).join("; ");
  return [
    paragraph(
      `${fill(metrics.star, citedBriefly(mainPoint(workspace)))} ${known === "" ? "Present value: unknown" : `Known today: ${known}`}. Owner: to be agreed.`,
    ),
    ...stated.map((point, index) => line(`- Leading: ${fill(metrics.leading, citedBriefly(point))}.`, index + 1)),
    ...(stated.length === 0 ? [line(`- Leading, as a warning: ${registers.sign}.`, 1)] : []),
    line(`- Lagging: ${metrics.lagging}. Present value: unknown.`, 1),
    ...guarded
      .slice(0, 6)
      .map((point, index) => line(`- Guardrail: ${fill(metrics.guard, citedBriefly(point))}.`, index + 1)),
  ];
};
