import type { DocumentSummary, Session } from "@dialectic/contract";
import { type Draft, isOfSession } from "../../parts/drafts/draft.ts";

type Known = { session: Session; documents: readonly Pick<DocumentSummary, "id" | "title">[] };

/** What a draft is called within a sentence: `your answer to Q1`. */
export function describeDraft({ subject }: Draft, { session, documents }: Known): string {
  if (!isOfSession(subject)) return "your text";
  if (subject.kind === "answer") return `your answer to Q${subject.number}`;
  const stage = session.stages.find((one) => one.stage === subject.stage)?.name ?? subject.stage;
  const title = documents.find(({ id }) => id === subject.documentId)?.title ?? `a document of ${stage}`;
  if (subject.kind === "edit") return `your edit of ${title}`;
  return `your feedback on ${subject.documentId === null ? stage : title}`;
}

/** Lists drafts within a sentence: `your answer to Q1, your answer to Q2 and your feedback on Thesis`. */
export function listDrafts(drafts: readonly Draft[], known: Known): string {
  const names = drafts.map((draft) => describeDraft(draft, known));
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
