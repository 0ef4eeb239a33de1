import { artifactLines, type PromptArtifact } from "./artifact-lines.ts";
import { fence } from "./documents/fence.ts";

/** The one further message of a call, which asks for artifacts that are missing or wrong in the answer. */
export function missingArtifactsTask(input: {
  /** The nonce of the prompt that was answered. */
  nonce: string;
  stage: string;
  step: string;
  artifacts: readonly PromptArtifact[];
  /** The problem of each wrong artifact: the text that was found, and the expected format. */
  notes: readonly string[];
}): string {
  const { nonce, stage, step, artifacts, notes } = input;
  const text = [
    "Your answer was read, and some of its artifacts are missing or cannot be used as they are. Write these once more, in",
    "keeping with the rest of your answer and under the same rules. Do not repeat the other artifacts.",
    "",
    ...notes.map((note) => `${note}\n`),
    artifactLines(artifacts),
  ].join("\n");
  return fence({ name: "task", nonce, text, attributes: { stage, step } });
}
