import type { DocumentSummary, ExpectedWork, Session, StageRun } from "@dialectic/contract";
import type { StageState } from "./stage-state.ts";

/** The documents and the work of one model in a stage. */
export type Column = {
  model: string;
  state: StageState;
  work: ExpectedWork[];
  /** The documents that are not intermediate. */
  documents: DocumentSummary[];
  /** Intermediate documents, in the order in which they were written. */
  intermediate: DocumentSummary[];
};

function stateOf(work: ExpectedWork[], stage: StageRun): StageState {
  const has = (state: ExpectedWork["state"]) => work.some((piece) => piece.state === state);
  if (has("failed")) return "failed";
  if (has("paused")) return "paused";
  if (has("running")) return "running";
  if (work.length > 0 && work.every((piece) => piece.state === "done")) return "done";
  if (has("cancelled") || stage.status === "cancelled" || stage.status === "failed") return "cancelled";
  // Work that has not started is shown as paused while the stage is paused.
  return stage.status === "paused" ? "paused" : "locked";
}

/**
 * The columns of a stage: one for each model that has work in it, in the session's order. Replaced documents are left out.
 */
export function stageColumns(session: Session, stage: StageRun, documents: DocumentSummary[]): Column[] {
  const whole = documents.filter(
    (document) =>
      document.stage === stage.stage &&
      document.iteration === stage.iteration &&
      document.kind === "whole" &&
      document.replacedBy === null,
  );
  return session.models.flatMap((model) => {
    const work = stage.work.filter((piece) => piece.model === model);
    const own = whole.filter((document) => document.model === model);
    if (work.length === 0 && own.length === 0) return [];
    return {
      model,
      state: stateOf(work, stage),
      work,
      documents: own.filter((document) => !document.intermediate),
      intermediate: own.filter((document) => document.intermediate),
    };
  });
}

export type Part = { key: string; title: string };

/**
 * The artifacts that can be compared side by side: all artifacts of the stage's final documents, in the order in which they
 * appear.
 */
export function stageParts(documents: DocumentSummary[], columns: Column[]): Part[] {
  const shown = new Set(columns.flatMap((column) => column.documents.map((document) => document.contributionId)));
  const parts = new Map<string, Part>();
  for (const { artifact, title, contributionId } of documents) {
    if (artifact !== null && shown.has(contributionId) && !parts.has(artifact)) {
      parts.set(artifact, { key: artifact, title });
    }
  }
  return [...parts.values()];
}

/**
 * The named part of a document, or the document itself if no part is named; undefined if the document does not (yet) have
 * the part.
 */
export function partOf(
  document: DocumentSummary,
  part: string | undefined,
  documents: DocumentSummary[],
): DocumentSummary | undefined {
  if (part === undefined) return document;
  return documents.find(
    ({ artifact, contributionId }) => artifact === part && contributionId === document.contributionId,
  );
}
