import type { Document, DocumentSummary } from "@dialectic/contract";
import type { Draft } from "../../../parts/drafts/draft.ts";
import { drafts } from "../../../parts/drafts/drafts.ts";
import { type DraftField, useSessionDrafts } from "../../../parts/drafts/use-draft.ts";
import { useEdit } from "../../../parts/steering/use-steering.ts";
import { EditConflict } from "./edit-conflict.tsx";

type EarlierDraftProps = {
  document: Document;
  documents: DocumentSummary[];
  field: DraftField;
  onMerge: () => void;
};

/** Offers an unsaved edit of a document that was regenerated before the edit was saved. */
export function EarlierDraft({ document, documents, field, onMerge }: EarlierDraftProps) {
  const earlier = new Set(documents.filter((one) => one.replacedBy === document.id).map(({ id }) => String(id)));
  const found = useSessionDrafts(document.sessionId).find(
    ({ subject }) => subject.kind === "edit" && earlier.has(subject.documentId),
  );
  // Only one conflict is shown at a time; an edit of the current text takes precedence.
  if (!found || field.draft) return null;
  return <RegeneratedMeanwhile key={found.id} draft={found} document={document} field={field} onMerge={onMerge} />;
}

type RegeneratedMeanwhileProps = Omit<EarlierDraftProps, "documents"> & { draft: Draft };

function RegeneratedMeanwhile({ draft, document, field, onMerge }: RegeneratedMeanwhileProps) {
  const { subject, text } = draft;
  const edit = useEdit(document, subject);
  return (
    <EditConflict
      title="The document was regenerated while you were editing it."
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
