import type { Document, DocumentSummary } from "@dialectic/contract";
import { FeedbackBox } from "../../steering/feedback-box.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";

type DocumentSteeringProps = {
  document: Document;
  /** The same document as the session's list has it: how it stands to others. */
  summary: DocumentSummary;
  isEditing: boolean;
  onEdit: () => void;
};

/** What the reader can say about a document and change in it. A part is changed in its whole. */
export function DocumentSteering({ document, summary, isEditing, onEdit }: DocumentSteeringProps) {
  if (document.kind !== "whole" || summary.replacedBy) return null;
  return (
    <section aria-labelledby="steering" className="mb-4 space-y-3 text-sm">
      <h2 id="steering" className="flex items-center gap-1.5 text-xs font-semi text-ink-3">
        <Icon name="quote" size={13} />
        Your word on it
      </h2>
      <FeedbackBox
        sessionId={document.sessionId}
        stage={document.stage}
        iteration={document.iteration}
        documentId={document.id}
        about={document.title}
      />
      {/* It stays where it is while the editor is open: no other button comes under the pointer. */}
      <Button small aria-pressed={isEditing} onClick={onEdit}>
        Edit
      </Button>
    </section>
  );
}
