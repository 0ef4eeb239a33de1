import type { Document, DocumentId, DocumentSummary } from "@dialectic/contract";
import type { Subjects } from "./describe-documents.ts";

type Open = (documentId: DocumentId) => Promise<Pick<Document, "model" | "intermediate" | "sources">>;

/**
 * Whose work those documents are about that nothing else tells apart, as a critic's critiques: by the one document each
 * was written from. What was written from several is about all of them.
 */
export async function subjectsOf(documents: readonly DocumentSummary[], open: Open): Promise<Subjects> {
  const subjects = new Map<DocumentId, string>();
  for (const own of Map.groupBy(alike(documents), (one) => one.contributionId).values()) {
    const model = own[0] && (await modelBehind(own[0].id, open));
    if (model) for (const one of own) subjects.set(one.id, model);
  }
  return subjects;
}

async function modelBehind(id: DocumentId, open: Open): Promise<string | null> {
  const [only, ...others] = (await open(id)).sources;
  if (!only?.documentId || others.length > 0) return null;
  const source = await open(only.documentId);
  return source.intermediate ? null : source.model;
}

/** Documents that have the names of others. */
function alike(documents: readonly DocumentSummary[]): DocumentSummary[] {
  const called = Map.groupBy(documents, ({ iteration, stage, model, title }) =>
    JSON.stringify([iteration, stage, model, title]),
  );
  return [...called.values()].filter((own) => own.length > 1).flat();
}
