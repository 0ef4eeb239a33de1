import type { ContributionId } from "@dialectic/contract";
import type { FeedbackRow } from "#documents";

/** The call that reads the feedback: its stage, and the documents in its prompt. */
export type Reader = {
  /** The stages of the process, in order. */
  stages: readonly string[];
  stage: string;
  iteration: number;
  documents: readonly ContributionId[];
  /** The work key of the document, if the call regenerates one. */
  rewrites: string | null;
};

export type ArrangedFeedback = {
  /** Feedback that is shown next to the document it is on. */
  beside: Map<ContributionId, string>;
  /** Feedback on earlier stages and, if the call regenerates a document, on its own stage. */
  onStages: { stage: string; text: string }[];
  /** Feedback on documents of earlier stages that are not in this prompt. */
  elsewhere: { id: ContributionId; text: string }[];
  /** Feedback on the texts that this call replaces. */
  onReplaced: string[];
};

type Said = Pick<FeedbackRow, "iteration" | "stage" | "contribution_id" | "work_key" | "replaced" | "text">;

/**
 * Selects the feedback that concerns a call, and assigns it to its place in the prompt. Omits feedback on later stages
 * and on other documents of the same stage. Also omits feedback on a text of an earlier stage that has been regenerated
 * since, because the new text already takes it into account.
 */
export function arrangeFeedback(said: readonly Said[], reader: Reader): ArrangedFeedback {
  const arranged: ArrangedFeedback = { beside: new Map(), onStages: [], elsewhere: [], onReplaced: [] };
  for (const { contribution_id: id, text, ...one } of said) {
    const distance = distanceTo(one, reader);
    const isOwn = distance === 0;
    if (id === null) {
      if (distance < 0 || (isOwn && reader.rewrites !== null)) arranged.onStages.push({ stage: one.stage, text });
    } else if (reader.documents.includes(id)) arranged.beside.set(id, text);
    else if (isOwn && one.work_key === reader.rewrites) arranged.onReplaced.push(text);
    else if (distance < 0 && !one.replaced) arranged.elsewhere.push({ id, text });
  }
  return arranged;
}

/** The distance from the reader's stage: negative if the feedback is on an earlier stage or iteration. */
function distanceTo(one: Pick<Said, "iteration" | "stage">, reader: Reader): number {
  if (one.iteration !== reader.iteration) return one.iteration - reader.iteration;
  return reader.stages.indexOf(one.stage) - reader.stages.indexOf(reader.stage);
}
