import { type DocumentSummary, isInUse, type Session } from "@dialectic/contract";
import { Refused } from "../api/explained.tsx";
import { Button } from "../ui/button.tsx";
import { formatNumber } from "../ui/format.ts";
import { useRegenerateStale } from "./use-steering.ts";

/** How much of the session is stale, and the way to have just that written anew; nothing when nothing is. */
export function StaleDocuments({ session, documents }: { session: Session; documents: DocumentSummary[] }) {
  const regenerate = useRegenerateStale(session.id);
  const whole = documents.filter((one) => one.kind === "whole" && isInUse(one, session));
  const stale = whole.filter((one) => one.stale !== null);
  const underWay = whole.filter((one) => one.regenerating !== null);
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
        <p role="status" className="text-sm text-ink-2">
          {formatNumber(underWay.length, "document")} {underWay.length === 1 ? "is" : "are"} being written anew.
        </p>
      ) : (
        <Button busy={regenerate.isPending ? "Starting…" : undefined} onClick={() => regenerate.mutate()}>
          Regenerate what is stale
        </Button>
      )}
      <Refused error={regenerate.error} />
    </section>
  );
}
