import type { IterationRow, ReadableDocument } from "../tree/iterations.store.ts";

/** The artifacts that a reader opens first, in this order. */
export const planArtifacts = ["recommendation", "work-plan", "updated-master-plan", "milestones"] as const;
export type PlanArtifact = (typeof planArtifacts)[number];

/**
 * The documents that form the plan of a finished iteration. A further iteration writes only some of them; the others are from an
 * earlier iteration. If a process writes none of `planArtifacts`, its plan is the documents of its last stage.
 */
export function findPlan(
  at: Pick<IterationRow, "session_id" | "iteration" | "lead_model" | "last_stage">,
  documents: readonly ReadableDocument[],
): ReadableDocument[] {
  if (at.last_stage === null) return [];
  const own = documents.filter((one) => one.session_id === at.session_id && one.iteration <= at.iteration);
  const parts = planArtifacts.flatMap((key) => findArtifact(own, key, at.lead_model) ?? []);
  if (parts.length > 0) return parts;
  return newestOf(own.filter(({ kind, stage }) => kind === "whole" && stage === at.last_stage));
}

/** The artifact from the newest iteration that has it: the lead model's document or, if there is none, another model's. */
export function findArtifact(
  documents: readonly ReadableDocument[],
  artifact: string,
  lead: string,
): ReadableDocument | undefined {
  const written = newestOf(documents.filter((one) => one.artifact === artifact));
  return written.find(({ model }) => model === lead) ?? written[0];
}

function newestOf(documents: readonly ReadableDocument[]): ReadableDocument[] {
  const newest = Math.max(...documents.map(({ iteration }) => iteration));
  return documents.filter(({ iteration }) => iteration === newest);
}
