import type { ContributionId } from "@dialectic/contract";
import type { FeedbackRow } from "#documents";

/** Who reads: a call of this stage, with these documents in its prompt. */
export type Reader = {
  /** Of the process, in their order. */
  stages: readonly string[];
  stage: string;
  iteration: number;
  documents: readonly ContributionId[];
  /** The piece of work that is done anew, if it is. */
  rewrites: string | null;
};

export type ArrangedFeedback = {
  /** Next to the documents it speaks of. */
  beside: Map<ContributionId, string>;
  /** On earlier stages as a whole; written anew, also on this one. */
  onStages: { stage: string; text: string }[];
  /** On documents of earlier stages that are not in this prompt. */
  elsewhere: { id: ContributionId; text: string }[];
  /** On texts that this one takes the place of. */
  onReplaced: string[];
};

type Said = Pick<FeedbackRow, "iteration" | "stage" | "contribution_id" | "work_key" | "replaced" | "text">;

/**
 * Everything that was said and concerns this call, each where it belongs. What was said of a text that was regenerated
 * has had its effect on the new one, and of what comes later or beside it a call knows nothing.
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

/** Below zero: said of an earlier stage, or of an earlier lap. */
function distanceTo(one: Pick<Said, "iteration" | "stage">, reader: Reader): number {
  if (one.iteration !== reader.iteration) return one.iteration - reader.iteration;
  return reader.stages.indexOf(one.stage) - reader.stages.indexOf(reader.stage);
}
