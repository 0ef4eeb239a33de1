import { artifactLines, type PromptArtifact } from "./artifact-lines.ts";
import { fence } from "./fence.ts";

/** The one further message that asks for what an answer left out or got wrong, and names exactly that. */
export function missingArtifactsTask(input: {
  /** The nonce of the prompt that was answered. */
  nonce: string;
  stage: string;
  step: string;
  artifacts: readonly PromptArtifact[];
  /** Why, where it is not simply that an artifact is missing: a sentence each. */
  notes?: readonly string[] | undefined;
}): string {
  const { nonce, stage, step, artifacts, notes = [] } = input;
  const text = [
    "Your answer is complete except for the artifacts below, which it lacks. Write them now, in keeping with what you",
    "have already written and under the same rules. Do not repeat the artifacts that are there.",
    "",
    ...notes.map((note) => `${note}\n`),
    artifactLines(artifacts),
  ].join("\n");
  return fence({ name: "task", nonce, text, attributes: { stage, step } });
}
