import type { DocumentSummary } from "@dialectic/contract";

export type Neighbours = { previous: DocumentSummary | undefined; next: DocumentSummary | undefined };

/**
 * The previous and next document of the same kind: whole documents for a whole document, parts of the same document for a
 * part, and intermediate documents for an intermediate one.
 */
export function findNeighbours(documents: DocumentSummary[], current: DocumentSummary): Neighbours {
  const alike = documents.filter(
    (other) =>
      other.kind === current.kind &&
      other.intermediate === current.intermediate &&
      other.iteration === current.iteration &&
      (other.replacedBy === null || other.id === current.id) &&
      (current.kind === "whole" || other.contributionId === current.contributionId),
  );
  const place = alike.findIndex((other) => other.id === current.id);
  return place < 0 ? { previous: undefined, next: undefined } : { previous: alike[place - 1], next: alike[place + 1] };
}
