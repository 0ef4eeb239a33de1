import type { DocumentSummary } from "@dialectic/contract";
import { Icon } from "../ui/icon.tsx";

type StaleNoteProps = { document: DocumentSummary; className?: string };

/** That a document rests on something that changed, and on what; or that it is being written anew. */
export function StaleNote({ document, className = "" }: StaleNoteProps) {
  if (document.regenerating) {
    return (
      <p className={`flex gap-1.5 text-xs text-ink-2 ${className}`}>
        <Icon name="again" size={14} className="mt-0.5" /> Being written anew.
      </p>
    );
  }
  if (!document.stale) return null;
  return (
    <p className={`flex gap-1.5 text-xs text-ink-2 ${className}`}>
      <Icon name="warning" size={14} className="mt-0.5" />
      <span className="min-w-0">
        <b className="font-strong">Stale.</b> <bdi>{document.stale.reason}</bdi>
      </span>
    </p>
  );
}
