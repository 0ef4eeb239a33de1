import { type DocumentSummary, isInUse, type Session } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { Refused } from "../api/explained.tsx";
import { staleQuoteQuery } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { formatNumber } from "../ui/format.ts";
import { RegenerateButton } from "./regenerate-button.tsx";
import { useRegenerateStale, useStopRegeneration } from "./use-steering.ts";

/** How much of the session is stale, and a way to regenerate just that; nothing when nothing is. */
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
          {formatNumber(stale.length, "document")} {stale.length === 1 ? "rests" : "rest"} on something that changed
          afterwards.
        </p>
      )}
      {underWay.length > 0 ? (
        <div className="flex flex-wrap items-center gap-2">
          <p role="status" className="text-sm text-ink-2">
            {formatNumber(underWay.length, "document")} {underWay.length === 1 ? "is" : "are"} being written again.
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
          label="Regenerate what is stale"
          title={`Regenerate ${formatNumber(stale.length, "stale document")}?`}
          keep="Keep them"
          quote={quote}
          busy={regenerate.isPending ? "Starting…" : undefined}
          onConfirm={() => regenerate.mutate()}
        >
          <p>Each new document takes the place of a stale one. The texts they replace are kept.</p>
        </RegenerateButton>
      )}
      <Refused error={regenerate.error ?? stop.error} />
    </section>
  );
}
