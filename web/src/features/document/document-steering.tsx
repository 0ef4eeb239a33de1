import type { Document, DocumentSummary } from "@dialectic/contract";
import { FeedbackBox } from "../../parts/steering/feedback-box.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";

type DocumentSteeringProps = {
  document: Document;
  /** The same document as it is in the session's list, with its current state. */
  summary: DocumentSummary;
  isEditing: boolean;
  onEdit: () => void;
};

/** Feedback on a document, and a button to edit the document. An artifact is edited as part of its whole document. */
export function DocumentSteering({ document, summary, isEditing, onEdit }: DocumentSteeringProps) {
  if (document.kind !== "whole" || summary.replacedBy) return null;
  return (
    <section aria-labelledby="steering" className="mb-4 space-y-3 text-sm">
      <h2 id="steering" className="flex items-center gap-1.5 text-xs font-semi text-ink-3">
        <Icon name="quote" size={13} />
        Your feedback
      </h2>
      <FeedbackBox
        sessionId={document.sessionId}
        stage={document.stage}
        iteration={document.iteration}
        documentId={document.id}
        about={document.title}
      />
      {/* The button stays in place while the editor is open, so that no other button moves under the pointer. */}
      <Button small aria-pressed={isEditing} onClick={onEdit}>
        Edit
      </Button>
    </section>
  );
}
