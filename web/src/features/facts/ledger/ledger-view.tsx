import type { Fact } from "@dialectic/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type FactFilter, factsAsOfQuery, factsQuery } from "../../../api/facts-queries.ts";
import { LoadError } from "../../../api/paging.tsx";
import type { FactActions } from "../../../parts/knowledge/facts/use-fact-actions.ts";
import { Button } from "../../../ui/button.tsx";
import { formatMoment, formatNumber } from "../../../ui/format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { EmptyState } from "../../../ui/page/empty-state.tsx";
import { Loading } from "../../../ui/page/skeleton.tsx";
import { FactGrid } from "./fact-grid.tsx";
import { settleFacts } from "./settle-facts.ts";

type LedgerProps = {
  projectId: string;
  filter: FactFilter;
  total: number | undefined;
  selected: number | undefined;
  actions: FactActions;
  onSelect: (fact: Fact) => void;
  /** Reports the rows in the order of display, for the page's keyboard shortcuts. */
  onRows: (rows: readonly Fact[]) => void;
};

const none = () => undefined;

/** The facts that match the filter. `settleFacts` keeps rows from moving while the user reads them. */
export function LedgerView({ projectId, filter, total, selected, actions, onSelect, onRows }: LedgerProps) {
  const query = useInfiniteQuery(factsQuery(projectId, filter));
  const loaded = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const shown = useRef(new Set<string>());
  const [upTo, setUpTo] = useState<number | null>(null);
  const { rows, waiting } = useMemo(
    () => settleFacts({ loaded, decided: actions.decided, shown: shown.current, upTo }),
    [loaded, actions.decided, upTo],
  );
  useEffect(() => {
    for (const { id } of rows) shown.current.add(id);
    onRows(rows);
  }, [rows, onRows]);
  // Facts on the screen stay where they are. New facts are shown only when the user clicks the button.
  const newest = rows[0]?.number;
  useEffect(() => {
    if (newest !== undefined) setUpTo((now) => now ?? newest);
  }, [newest]);

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const { act } = actions;
  const decide = useCallback((fact: Fact, decision: "accept" | "reject") => void act({ do: decision, fact }), [act]);

  if (!query.data) {
    return query.error ? (
      <div className="p-6">
        <LoadError query={query} />
      </div>
    ) : (
      <Loading what="Opening the ledger" className="p-6" />
    );
  }
  return (
    <>
      {waiting > 0 && (
        <div className="border-b border-line px-6 py-2 max-mid:px-4">
          <Button small onClick={() => setUpTo(loaded[0]?.number ?? null)}>
            Show {formatNumber(waiting, "new fact")}
          </Button>
        </div>
      )}
      {rows.length === 0 ? (
        <div className="p-6 max-mid:p-4">
          <NoFacts filter={filter} />
        </div>
      ) : (
        <FactGrid
          label="Ledger"
          facts={rows}
          total={hasNextPage ? total : undefined}
          selected={selected}
          isReadOnly={false}
          onSelect={onSelect}
          onDecide={decide}
          onEnd={more}
        />
      )}
    </>
  );
}

function NoFacts({ filter }: { filter: FactFilter }) {
  if (filter.search) {
    return (
      <EmptyState level={2} title={`No fact mentions “${filter.search}”`}>
        The search covers keys, values and quotes.
      </EmptyState>
    );
  }
  if (filter.status === "proposed") {
    return (
      <EmptyState level={2} title="Nothing to review">
        Facts that a model proposes, and facts about money, dates, safety and approvals, wait here until you accept
        them.
      </EmptyState>
    );
  }
  if (Object.keys(filter).length > 0) {
    return (
      <EmptyState level={2} title="No fact matches">
        Choose another status or remove a filter.
      </EmptyState>
    );
  }
  return (
    <EmptyState level={2} title="No facts yet">
      Facts come from your own words, and each one keeps the sentence it came from. Answer a question, or choose a model
      that reads your answers, your feedback and the documents.
    </EmptyState>
  );
}

type AsOfProps = Pick<LedgerProps, "projectId" | "selected" | "onSelect" | "onRows"> & {
  at: string;
  onToday: () => void;
};

/** The facts that were accepted at a given time. No action can be taken on them. */
export function AsOfView({ projectId, at, selected, onSelect, onRows, onToday }: AsOfProps) {
  const query = useQuery(factsAsOfQuery(projectId, new Date(at).toISOString()));
  const { data: facts } = query;
  useEffect(() => onRows(facts ?? []), [facts, onRows]);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-sunken px-6 py-2 text-sm max-mid:px-4">
        <Icon name="clock" size={14} />
        <p role="status">
          {facts ? formatNumber(facts.length, "fact") : "Facts"} accepted on {formatMoment(at)}, with today's status.
        </p>
        <Button small className="ms-auto" onClick={onToday}>
          Back to today
        </Button>
      </div>
      {facts && facts.length > 0 && (
        <FactGrid
          label="Ledger at that time"
          facts={facts}
          total={undefined}
          selected={selected}
          isReadOnly
          onSelect={onSelect}
          onDecide={none}
          onEnd={none}
        />
      )}
      {facts?.length === 0 && (
        <div className="p-6 max-mid:p-4">
          <EmptyState level={2} title="No facts were accepted yet">
            Choose a later time, or return to today.
          </EmptyState>
        </div>
      )}
      {!facts && (query.error ? <LoadError query={query} /> : <Loading what="Reading the history" className="p-6" />)}
    </>
  );
}
