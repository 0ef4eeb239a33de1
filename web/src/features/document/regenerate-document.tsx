import type { Document, DocumentSummary } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { ErrorLine } from "../../api/error-message.tsx";
import { regenerationQuoteQuery } from "../../api/queries.ts";
import { RegenerateButton } from "../../parts/steering/regenerate-button.tsx";
import { useRegenerate } from "../../parts/steering/use-steering.ts";
import { formatNumber } from "../../ui/format.ts";

type RegenerateDocumentProps = {
  document: Document;
  summary: DocumentSummary;
  documents: DocumentSummary[];
  hasDraft: boolean;
};

/**
 * Regenerates a document. This costs money and replaces the text, so it has its own section, with a price and a
 * confirmation.
 */
export function RegenerateDocument({ document, summary, documents, hasDraft }: RegenerateDocumentProps) {
  const regenerate = useRegenerate(document);
  const isUnderWay = summary.regenerating !== null || regenerate.isPending;
  const quote = useQuery(regenerationQuoteQuery(document.id, document.version));
  const session = documents.filter((one) => one.kind === "whole" && one.replacedBy === null);
  const later = session.filter((one) => one.createdAt > document.createdAt && one.stage !== document.stage).length;
  return (
    <section aria-labelledby="regenerate" className="mt-8 space-y-2 border-t border-line-2 pt-1.5 text-sm">
      <h2 id="regenerate" className="text-xs font-semi text-ink-3">
        Regenerate
      </h2>
      <p className="text-xs text-ink-2">
        <bdi>{document.model}</bdi> writes a new document from the current sources. This one is kept.
      </p>
      <RegenerateButton
        label="Regenerate"
        title={`Regenerate ${document.title}?`}
        keep="Keep this text"
        quote={quote}
        busy={isUnderWay ? "Regenerating…" : undefined}
        onConfirm={() => regenerate.mutate()}
      >
        <p>The new document replaces this one. This text is kept, and you can restore it.</p>
        {document.version > 1 && (
          <p>Your changes up to version {document.version} will not be part of the new document.</p>
        )}
        {hasDraft && <p>Your unsaved edit stays a draft; you can compare it with the new document afterwards.</p>}
        {later > 0 && <p>{formatNumber(later, "later document")} may become stale.</p>}
      </RegenerateButton>
      <ErrorLine error={regenerate.error} />
    </section>
  );
}
