import type { DocumentSummary } from "@dialectic/contract";

export type Neighbours = { previous: DocumentSummary | undefined; next: DocumentSummary | undefined };

/**
 * The previous and next document of the same kind. For a whole document these are whole documents, for a part they are parts
 * of the same document, and for an intermediate document they are intermediate ones.
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
