import { type BoardCard, boardColumns } from "@dialectic/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { client } from "../../api/client.ts";
import { ErrorMessage } from "../../api/error-message.tsx";
import { explain } from "../../api/explain.ts";
import { boardQuery } from "../../api/queries.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { capitalise } from "../../ui/format.ts";
import { CardOrigin } from "./card-origin.tsx";

type Act = (card: BoardCard) => Promise<BoardCard>;

/** A change is shown only when the server has confirmed it and the board has been refetched. */
function useCardAction(card: BoardCard) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (act: Act) => act(card),
    onSettled: () => queryClient.invalidateQueries({ queryKey: boardQuery(card.projectId).queryKey }),
  });
}

export function CardView({ card, all }: { card: BoardCard; all: readonly BoardCard[] }) {
  const action = useCardAction(card);
  const params = { cardId: card.id };
  const done = card.items.filter((item) => item.done).length;
  const isUnplanned = card.supersededBecause !== null && card.supersededBy === null;
  const isOffered = card.fileLostAt !== null || isUnplanned;
  return (
    <li id={`card-${card.number}`} className="scroll-mt-20 rounded-2 border border-line-2 bg-panel p-4">
      <h3 className="font-strong" dir="auto">
        {card.title}
      </h3>
      <p className="mt-1 text-xs text-ink-3">
        Card {card.number} · {done} of {card.items.length} done
      </p>
      <CardOrigin card={card} all={all} />
      {card.supersededBecause !== null && (
        <p className="mt-2 text-xs text-ink-2" dir="auto">
          {isUnplanned ? "No longer planned" : "Superseded"}: {card.supersededBecause}
        </p>
      )}
      {isOffered && (
        <div className="mt-2 space-y-2 text-xs">
          <p>{card.fileLostAt === null ? "Keep this card?" : "The card's file was deleted. Keep this card?"}</p>
          <div className="flex gap-2">
            <Button small onClick={() => action.mutate(() => client.decideCard({ params, body: { keep: true } }))}>
              Keep
            </Button>
            <Button small onClick={() => action.mutate(() => client.decideCard({ params, body: { keep: false } }))}>
              Drop
            </Button>
          </div>
        </div>
      )}
      <details className="mt-2">
        <summary className="cursor-pointer text-sm">Checklist</summary>
        <ul className="mt-2 space-y-1.5">
          {card.items.map((item) => (
            <li key={item.number}>
              <label className="flex items-start gap-2 text-sm" dir="auto">
                <input
                  type="checkbox"
                  className="mt-1 shrink-0"
                  checked={item.done}
                  onChange={(event) => {
                    const body = { item: item.number, done: event.target.checked };
                    action.mutate(() => client.tickItem({ params, body }));
                  }}
                />
                <span className="min-w-0 wrap-anywhere">{item.text}</span>
              </label>
            </li>
          ))}
        </ul>
      </details>
      <div className="mt-3 flex flex-wrap gap-2">
        {boardColumns
          .filter((column) => column !== card.column)
          .map((column) => (
            <Button
              key={column}
              small
              aria-label={`Move to ${capitalise(column)}: ${card.title}`}
              onClick={() => action.mutate(() => client.moveCard({ params, body: { column } }))}
            >
              Move to {capitalise(column)}
            </Button>
          ))}
      </div>
      {action.isError && (
        <Banner tone="bad" icon="warning" title={`${explain(action.error).title}.`} className="mt-3">
          <ErrorMessage error={action.error} />
        </Banner>
      )}
    </li>
  );
}
