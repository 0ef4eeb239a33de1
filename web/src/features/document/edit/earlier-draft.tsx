import type { Document, DocumentSummary } from "@dialectic/contract";
import type { Draft } from "../../../drafts/draft.ts";
import { drafts } from "../../../drafts/drafts.ts";
import { type DraftField, useSessionDrafts } from "../../../drafts/use-draft.ts";
import { useEdit } from "../../../steering/use-steering.ts";
import { EditConflict } from "./edit-conflict.tsx";

type EarlierDraftProps = {
  document: Document;
  documents: DocumentSummary[];
  field: DraftField;
  onMerge: () => void;
};

/** An edit of the text before this one, which was regenerated before the edit was saved. */
export function EarlierDraft({ document, documents, field, onMerge }: EarlierDraftProps) {
  const earlier = new Set(documents.filter((one) => one.replacedBy === document.id).map(({ id }) => String(id)));
  const found = useSessionDrafts(document.sessionId).find(
    ({ subject }) => subject.kind === "edit" && earlier.has(subject.documentId),
  );
  // One conflict at a time: an edit of this very text comes first.
  if (!found || field.draft) return null;
  return <RegeneratedMeanwhile key={found.id} draft={found} document={document} field={field} onMerge={onMerge} />;
}

type RegeneratedMeanwhileProps = Omit<EarlierDraftProps, "documents"> & { draft: Draft };

function RegeneratedMeanwhile({ draft, document, field, onMerge }: RegeneratedMeanwhileProps) {
  const { subject, text } = draft;
  const edit = useEdit(document, subject);
  return (
    <EditConflict
      title="You were editing the text before this one when it was regenerated."
      mine={text}
      theirs={document}
      isSaving={edit.isPending}
      error={edit.error}
      onTakeMine={() => edit.mutate({ markdown: text, baseVersion: document.version })}
      onTakeTheirs={() => drafts.discard(subject)}
      onMerge={() => {
        drafts.write({ subject: field.subject, text, baseVersion: document.version });
        drafts.remove(subject);
        onMerge();
      }}
    />
  );
}
