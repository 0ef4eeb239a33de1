import type { Document, DocumentId, DocumentSummary } from "@dialectic/contract";
import type { Subjects } from "../output/texts/describe-documents.ts";

type Open = (documentId: DocumentId) => Promise<Pick<Document, "model" | "intermediate" | "sources">>;

/**
 * Distinguishes documents with the same title, such as the critiques of one critic. A document that was written from
 * exactly one other document is named by the author of that document. Artifacts that still look the same, such as the
 * artifacts of two proposals by one model, are named by the document they belong to.
 */
export async function documentSubjects(documents: readonly DocumentSummary[], open: Open): Promise<Subjects> {
  const subjects = new Map<DocumentId, string>();
  for (const own of Map.groupBy(alike(documents, subjects).flat(), (one) => one.contributionId).values()) {
    const model = own[0] && (await modelBehind(own[0].id, open));
    if (model) for (const one of own) subjects.set(one.id, `on ${model}`);
  }
  const wholes = documents
    .filter(({ kind }) => kind === "whole")
    .map((one) => [one.contributionId, one.title] as const);
  const wholeOf = new Map(wholes);
  for (const own of alike(documents, subjects)) {
    const titles = own.map((one) => wholeOf.get(one.contributionId));
    if (new Set(titles).size < 2) continue;
    for (const [index, one] of own.entries()) if (titles[index]) subjects.set(one.id, `in ${titles[index]}`);
  }
  return subjects;
}

async function modelBehind(id: DocumentId, open: Open): Promise<string | null> {
  const [only, ...others] = (await open(id)).sources;
  if (!only?.documentId || others.length > 0) return null;
  const source = await open(only.documentId);
  return source.intermediate ? null : source.model;
}

/** Groups of documents that look the same in a list. */
function alike(documents: readonly DocumentSummary[], subjects: Subjects): DocumentSummary[][] {
  const called = Map.groupBy(documents, ({ id, iteration, stage, model, title }) =>
    JSON.stringify([iteration, stage, model, title, subjects.get(id)]),
  );
  return [...called.values()].filter((own) => own.length > 1);
}
