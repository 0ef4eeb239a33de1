import type { FactEvent } from "@dialectic/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ErrorLine } from "../../../api/error-message.tsx";
import { factHistoryQuery } from "../../../api/facts-queries.ts";
import { LoadError, ShowMore } from "../../../api/paging.tsx";
import { describeEvent } from "../../../parts/knowledge/facts/describe-fact.ts";
import type { FactActions } from "../../../parts/knowledge/facts/use-fact-actions.ts";
import { Button } from "../../../ui/button.tsx";
import { formatMoment } from "../../../ui/format.ts";
import { EmptyState } from "../../../ui/page/empty-state.tsx";
import { Loading } from "../../../ui/page/skeleton.tsx";

type FactHistoryProps = { projectId: string; actions: FactActions; onOpen: (number: number) => void };

/** The history of the ledger, newest first: who decided what, when and why. */
export function FactHistory({ projectId, actions, onOpen }: FactHistoryProps) {
  const query = useInfiniteQuery(factHistoryQuery(projectId));
  const events = query.data?.pages.flatMap((page) => page.items);
  if (!events) {
    return query.error ? <LoadError query={query} /> : <Loading what="Reading the history" className="p-6" />;
  }
  return (
    <section
      aria-label="History"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto px-6 py-3 -outline-offset-2 max-mid:px-4"
    >
      <ErrorLine error={actions.refusal?.error ?? null} className="mb-2 text-sm" />
      {events.length === 0 && (
        <EmptyState level={2} title="No changes yet">
          Every change to a fact is listed here: recorded, accepted, rejected or set by hand.
        </EmptyState>
      )}
      <ol>
        {events.map((event, index) => (
          <Entry
            key={event.seq}
            event={event}
            // All events of one action are undone together, so the button is shown only once.
            isFirst={events[index - 1]?.action !== event.action}
            onOpen={onOpen}
            onUndo={() => void actions.undoAction(event.action, `${describeEvent(event)}, ${event.statement}`)}
          />
        ))}
      </ol>
      <ShowMore query={query} />
    </section>
  );
}

type EntryProps = { event: FactEvent; isFirst: boolean; onOpen: (number: number) => void; onUndo: () => void };

function Entry({ event, isFirst, onOpen, onUndo }: EntryProps) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-2 text-sm last:border-0">
      <time dateTime={event.at} className="w-36 flex-none text-xs text-ink-3 tabular-nums">
        {formatMoment(event.at)}
      </time>
      <span className="min-w-0 flex-[1_1_260px] wrap-anywhere">
        <b className="font-strong" dir="auto">
          {event.statement}
        </b>{" "}
        <button type="button" className="link text-xs text-ink-2" onClick={() => onOpen(event.number)}>
          F{event.number}
        </button>
        <span className="block text-ink-2">{describeEvent(event)}</span>
      </span>
      {isFirst && event.by === "user" && event.act !== "undo" && (
        <Button small variant="quiet" aria-label={`Undo: ${event.statement}`} onClick={onUndo}>
          Undo
        </Button>
      )}
    </li>
  );
}
