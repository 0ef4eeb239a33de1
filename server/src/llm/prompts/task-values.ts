import type { PromptDocument, PromptFeedback } from "./assemble-prompt.ts";

/** The placeholders that a step's prompt template may use; any other is refused when the template is checked. */
export const taskPlaceholders = [
  /** The stage's name, for people. */
  "stage",
  "iteration",
  /** The iteration if it is not the first, else empty. It is meant for `{{#further_iteration}}` sections. */
  "further_iteration",
  /** The documents in the prompt: `Proposal A [D1], Proposal B [D2]`; empty if there are none. */
  "documents",
  "document_count",
  /** The subjects of feedback: `D1, the stage Thesis`; empty if there is no feedback. */
  "feedback",
] as const;

type TaskValues = Record<(typeof taskPlaceholders)[number], string>;

/** The values of all task placeholders, computed from the same parts as the prompt. */
export function taskValues(input: {
  stageName: string;
  iteration: number;
  documents: readonly PromptDocument[];
  feedback?: readonly PromptFeedback[] | undefined;
}): TaskValues {
  const { stageName, iteration, documents, feedback: other = [] } = input;
  const commented = documents.filter(({ feedback = "" }) => feedback.trim() !== "").map(({ id }) => id);
  return {
    stage: stageName,
    iteration: String(iteration),
    further_iteration: iteration > 1 ? String(iteration) : "",
    documents: documents.map(({ id, label }) => `${label} [${id}]`).join(", "),
    document_count: String(documents.length),
    feedback: [...commented, ...other.map(({ about }) => about)].join(", "),
  };
}
