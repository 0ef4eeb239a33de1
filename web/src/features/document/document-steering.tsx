import type { Document, DocumentSummary } from "@dialectic/contract";
import { Refused } from "../../api/explained.tsx";
import { FeedbackBox } from "../../steering/feedback-box.tsx";
import { useRegenerate } from "../../steering/use-steering.ts";
import { Button } from "../../ui/button.tsx";
import { formatNumber } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";

type DocumentSteeringProps = {
  document: Document;
  /** The same document as the session's list has it: how it stands to others. */
  summary: DocumentSummary;
  isEditing: boolean;
  onEdit: () => void;
};

/** What the reader can do with a document: say something, change it, have it written anew. A part is changed in its whole. */
export function DocumentSteering({ document, summary, isEditing, onEdit }: DocumentSteeringProps) {
  const regenerate = useRegenerate(document);
  if (document.kind !== "whole" || summary.replacedBy) return null;
  const isUnderWay = summary.regenerating !== null || regenerate.isPending;
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
      <div className="flex flex-wrap gap-2">
        {!isEditing && (
          <Button small onClick={onEdit}>
            Edit
          </Button>
        )}
        <Button small busy={isUnderWay ? "Being written anew…" : undefined} onClick={() => regenerate.mutate()}>
          <Icon name="again" size={14} />
          Regenerate
        </Button>
      </div>
      <Refused error={regenerate.error} />
      {document.versions.length > 1 && (
        <ol aria-label="Versions" className="space-y-0.5 text-xs text-ink-2">
          {document.versions.map(({ version, author, at, words }) => (
            <li key={version}>
              {version}. <bdi>{author}</bdi>, {new Date(at).toLocaleString()}, {formatNumber(words, "word")}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
