import { citedBriefly } from "../brief/read-brief.ts";
import { line, paragraph } from "../text/fit-words.ts";
import { fill, voiceOf } from "../voices/voices.ts";
import { type ArtifactWriter, mainPoint, pointsOf } from "../workspace.ts";

/** One north star, leading and lagging indicators and guardrails, in the words of the request. */
export const successMetrics: ArtifactWriter = (workspace) => {
  const { metrics } = voiceOf(workspace);
  const stated = pointsOf(workspace, "figure", "limit", "date", "goal").slice(0, 2);
  const guarded = pointsOf(workspace, "exclusion", "limit").filter((point) => !stated.includes(point));
  return [
    paragraph(`${fill(metrics.star, citedBriefly(mainPoint(workspace)))} Present value: unknown. Owner: to be agreed.`),
    ...stated.map((point, index) => line(`- Leading: ${fill(metrics.leading, citedBriefly(point))}.`, index + 1)),
    line(`- Lagging: ${metrics.lagging}. Present value: unknown.`, 1),
    ...guarded
      .slice(0, 4)
      .map((point, index) => line(`- Guardrail: ${fill(metrics.guard, citedBriefly(point))}.`, index + 1)),
  ];
};
