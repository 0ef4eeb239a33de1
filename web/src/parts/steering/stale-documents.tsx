import { type DocumentSummary, isInUse, type Session } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { ErrorLine } from "../../api/error-message.tsx";
import { staleQuoteQuery } from "../../api/queries.ts";
import { Button } from "../../ui/button.tsx";
import { formatNumber } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { RegenerateButton } from "./regenerate-button.tsx";
import { useRegenerateStale, useStopRegeneration } from "./use-steering.ts";

/** The number of the session's stale documents, with a button to regenerate them. Shows nothing if there are none. */
export function StaleDocuments({ session, documents }: { session: Session; documents: DocumentSummary[] }) {
  const regenerate = useRegenerateStale(session.id);
  const whole = documents.filter((one) => one.kind === "whole" && isInUse(one, session));
  const stale = whole.filter((one) => one.stale !== null);
  const underWay = whole.filter((one) => one.regenerating !== null);
  const stop = useStopRegeneration(session.id);
  const quote = useQuery({ ...staleQuoteQuery(session.id), enabled: stale.length > 0 });
  if (stale.length + underWay.length === 0) return null;
  return (
    <section aria-labelledby="stale" className="space-y-2 border-b border-line px-5 py-3.5">
      <h2 id="stale" className="font-title">
        Stale
      </h2>
      {stale.length > 0 && (
        <p className="text-sm text-ink-2">
          {formatNumber(stale.length, "document")} {stale.length === 1 ? "was" : "were"} written before a source
          changed.
        </p>
      )}
      {underWay.length > 0 ? (
        <div className="flex flex-wrap items-center gap-2">
          <p role="status" className="text-sm text-ink-2">
            {formatNumber(underWay.length, "document")} {underWay.length === 1 ? "is" : "are"} being regenerated.
          </p>
          <Button
            small
            className="ms-auto"
            busy={stop.isPending ? "Stopping…" : undefined}
            onClick={() => underWay[0]?.regenerating && stop.mutate({ jobId: underWay[0].regenerating, all: true })}
          >
            Stop regenerating
          </Button>
        </div>
      ) : (
        <RegenerateButton
          label="Regenerate stale documents"
          title={`Regenerate ${formatNumber(stale.length, "stale document")}?`}
          keep="Cancel"
          quote={quote}
          busy={regenerate.isPending ? "Starting…" : undefined}
          onConfirm={() => regenerate.mutate()}
        >
          <p>Each new document replaces a stale one. The old texts are kept.</p>
        </RegenerateButton>
      )}
      <ErrorLine error={regenerate.error ?? stop.error} />
    </section>
  );
}

type StaleNoteProps = { document: DocumentSummary; className?: string };

/** Says that a document is stale, and why, or that it is being regenerated. */
export function StaleNote({ document, className = "" }: StaleNoteProps) {
  if (document.regenerating) {
    return (
      <p className={`flex gap-1.5 text-xs text-ink-2 ${className}`}>
        <Icon name="again" size={14} className="mt-0.5" /> Being regenerated.
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
