import type { ExchangeAction } from "@dialectic/contract";
import { useQueryClient } from "@tanstack/react-query";
import { client } from "../../api/client.ts";
import { ErrorLine } from "../../api/error-message.tsx";
import { keys } from "../../api/queries.ts";
import { useSingleMutation } from "../../api/use-single-mutation.ts";
import { Button } from "../../ui/button.tsx";
import { formatEstimate } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { plainMentions } from "./mentions.ts";
import { useItems } from "./use-items.ts";

const decided = { confirmed: "Done", declined: "Declined", failed: "Failed" } as const;

/** An action that the model proposes. It runs only when the user confirms it. */
export function ActionCard({ action, conversationId }: { action: ExchangeAction; conversationId: string }) {
  const { id: actionId, price, status, outcome } = action;
  const summary = plainMentions(action.summary, useItems() ?? []);
  const queryClient = useQueryClient();
  const decide = useSingleMutation({
    mutationFn: (answer: "confirm" | "decline") => {
      const params = { params: { actionId } };
      return answer === "confirm" ? client.confirmAction(params) : client.declineAction(params);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.conversation(conversationId) }),
  });
  if (status !== "open") {
    return (
      <p className="flex gap-1.5 rounded-3 border border-line px-3 py-2 text-sm text-ink-2">
        <Icon name={status === "confirmed" ? "check" : "cross"} size={14} className="mt-1" />
        <span className="min-w-0">
          <b className="font-strong">{outcome === null && status === "confirmed" ? "Confirmed" : decided[status]}.</b>{" "}
          {outcome ?? summary}
        </span>
      </p>
    );
  }
  return (
    <section aria-label="Proposal" className="rounded-3 border border-mark-line bg-mark-soft px-3 py-2.5">
      <p className="text-sm break-words">{summary}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          small
          variant="primary"
          busy={decide.isPending ? "Working…" : undefined}
          onClick={() => decide.mutate("confirm")}
        >
          {price === null ? "Confirm" : `Confirm, up to ${formatEstimate(price)}`}
        </Button>
        <Button small off={decide.isPending} onClick={() => decide.mutate("decline")}>
          Decline
        </Button>
      </div>
      <ErrorLine error={decide.error} className="mt-1.5 text-xs" />
    </section>
  );
}
