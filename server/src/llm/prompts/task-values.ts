import type { PromptDocument, PromptFeedback } from "./assemble-prompt.ts";

/** What a step's prompt template may ask for; anything else is refused when the template is checked. */
export const taskPlaceholders = [
  /** The stage's name, for people. */
  "stage",
  "iteration",
  /** The iteration when it is not the first, else empty: for `{{#further_iteration}}` sections. */
  "further_iteration",
  /** The documents in the prompt: `Proposal A [D1], Proposal B [D2]`; empty when there are none. */
  "documents",
  "document_count",
  /** What people gave feedback on: `D1, the stage Thesis`; empty when nothing. */
  "feedback",
] as const;

type TaskValues = Record<(typeof taskPlaceholders)[number], string>;

/** The values of every task placeholder, from the same pieces the prompt is assembled of. */
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
