import { citedBriefly } from "../brief/read-brief.ts";
import { line, paragraph } from "../text/fit-words.ts";
import { fill, voiceOf } from "../voices/voices.ts";
import { type ArtifactWriter, pointsOf } from "../workspace.ts";

/** One north star, a leading and a lagging indicator, and the limits and exclusions of the request as guardrails. */
export const successMetrics: ArtifactWriter = (workspace) => {
  const { metrics } = voiceOf(workspace);
  return [
    paragraph(`North star: ${metrics.star}. Owner: to be agreed.`),
    line(`- Leading: ${metrics.leading}. Present value: unknown.`, 1),
    line(`- Lagging: ${metrics.lagging}. Present value: unknown.`, 1),
    ...pointsOf(workspace, "exclusion", "limit")
      .slice(0, 6)
      .map((point, index) => line(`- Guardrail: ${fill(metrics.guard, citedBriefly(point))}.`, index + 1)),
  ];
};
