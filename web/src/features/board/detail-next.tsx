import { type BoardCard, isBegun } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { client } from "../../api/client.ts";
import { ErrorMessage } from "../../api/error-message.tsx";
import { finishedSessionQuery, iterationQuoteQuery } from "../../api/queries.ts";
import { useSingleMutation } from "../../api/use-single-mutation.ts";
import { Button } from "../../ui/button.tsx";
import { formatEstimate, formatNumber } from "../../ui/format.ts";

/** Starts another iteration of the newest session with a finished plan, and opens it. */
export function DetailNext({ projectId, cards }: { projectId: string; cards: readonly BoardCard[] }) {
  const { data: session } = useQuery(finishedSessionQuery(projectId));
  const navigate = useNavigate();
  const start = useSingleMutation({
    mutationFn: (sessionId: string) => client.startIteration({ params: { sessionId } }),
    onSuccess: ({ id }) => navigate({ to: "/sessions/$sessionId", params: { sessionId: id } }),
  });
  const { data: quote } = useQuery({ ...iterationQuoteQuery(session?.id ?? ""), enabled: session != null });
  if (!session || cards.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      {start.isError && (
        <span role="alert">
          <ErrorMessage error={start.error} />
        </span>
      )}
      {!isBegun(cards) && (
        <span className="text-sm text-ink-2">
          No work has begun yet, so no further milestone is ready to be detailed.
        </span>
      )}
      {quote && (
        <span className="text-sm text-ink-3">
          {quote.free
            ? `${formatNumber(quote.calls, "model call")}, free`
            : `${formatNumber(quote.calls, "model call")}, about ${formatEstimate(quote.expected)} (${formatEstimate(quote.low)} – ${formatEstimate(quote.high)})`}
        </span>
      )}
      <Button busy={start.isPending ? "Starting…" : undefined} onClick={() => start.mutate(session.id)}>
        Detail the next milestones
      </Button>
    </div>
  );
}
