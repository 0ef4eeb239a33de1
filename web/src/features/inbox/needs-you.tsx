import { type InboxItem, type InboxKind, inboxKinds } from "@dialectic/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { inboxQuery } from "../../api/inbox-queries.ts";
import { LoadError, ShowMore } from "../../api/paging.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { formatCount, formatNumber } from "../../ui/format.ts";
import { Loading } from "../../ui/page/skeleton.tsx";
import { kindNames } from "./describe-item.ts";
import { InboxRow } from "./inbox-row.tsx";
import { freshItems, settleItems } from "./settle-items.ts";

/** The inbox: everything that waits for the user. */
export function NeedsYou() {
  const [kind, setKind] = useState<InboxKind | null>(null);
  const query = useInfiniteQuery(inboxQuery(kind));
  const latest = query.data?.pages.at(-1);
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const total = latest?.total ?? 0;
  return (
    <section aria-labelledby="needs">
      <div className="flex items-center gap-2 px-0.5 pb-2.5">
        <h2 id="needs" className="scroll-mt-16 text-xl font-title tracking-[-.012em]">
          Needs you
        </h2>
        {total > 0 && (
          <span
            data-testid="inbox-total"
            className="min-w-[18px] rounded-full bg-you px-[5px] text-center text-xs leading-[18px] font-semi text-on-you"
          >
            {formatCount(total)}
          </span>
        )}
        <Link to="/history" className="link ms-auto text-xs text-ink-2">
          History
        </Link>
      </div>
      {latest && <KindFilter counts={latest.counts} value={kind} onChange={setKind} />}
      {query.data ? (
        <Items key={kind ?? "all"} items={items} total={kind ? (latest?.counts[kind] ?? 0) : total} query={query} />
      ) : query.error ? (
        <LoadError query={query} />
      ) : (
        <Loading what="Loading the inbox" className="rounded-3 border border-line bg-panel p-5" />
      )}
    </section>
  );
}

type ItemsProps = { items: InboxItem[]; total: number; query: React.ComponentProps<typeof ShowMore>["query"] };

/** `settleItems` keeps rows from moving while the pointer is on the list. */
function Items({ items, total, query }: ItemsProps) {
  const [shown, setShown] = useState(() => freshItems(items));
  useEffect(() => setShown((before) => settleItems(before, items)), [items]);
  const refresh = () => setShown(freshItems(items));
  if (shown.rows.length === 0 && shown.waiting === 0) return <Nothing />;
  return (
    <>
      {shown.waiting > 0 && (
        <Button small wide className="mb-2" onClick={refresh}>
          Show {formatNumber(shown.waiting, "new item")}
        </Button>
      )}
      <ul
        className="rounded-3 border border-line bg-panel"
        // The list is refreshed when the mouse leaves it. On a touch screen, where the pointer leaves after every tap, users
        // refresh it with the button.
        onPointerLeave={(event) => {
          const holdsFocus = event.currentTarget.contains(document.activeElement);
          if (event.pointerType === "mouse" && !holdsFocus) refresh();
        }}
      >
        {shown.rows.map(({ item, isResolved }) => (
          <InboxRow key={item.id} item={item} isResolved={isResolved} />
        ))}
      </ul>
      <p className="mt-2 flex items-center gap-3 text-xs text-ink-3 tabular-nums">
        {items.length < total && `${formatCount(items.length)} of ${formatCount(total)}`}
      </p>
      <ShowMore query={query} />
    </>
  );
}

function Nothing() {
  return (
    <p className="rounded-3 border border-line bg-panel px-5 py-4 text-sm text-ink-2">
      Nothing needs you right now. Paused work, failures and finished stages appear here.
    </p>
  );
}

type FilterProps = {
  counts: Partial<Record<InboxKind, number>>;
  value: InboxKind | null;
  onChange: (kind: InboxKind | null) => void;
};

/** Shown only if there are many items of several kinds. */
function KindFilter({ counts, value, onChange }: FilterProps) {
  const kinds = inboxKinds.filter((kind) => counts[kind] || kind === value);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (value === null && (kinds.length < 2 || total <= 6)) return null;
  const chip = (kind: InboxKind | null, name: string, count: number) => (
    <button
      key={name}
      type="button"
      aria-pressed={value === kind}
      onClick={() => onChange(kind)}
      className={cx(
        "inline-flex h-[26px] items-center gap-1 rounded-full border px-2.5 text-xs whitespace-nowrap tabular-nums max-mid:h-9",
        value === kind
          ? "border-ink bg-ink text-on-ink"
          : "border-line-2 bg-panel text-ink-2 hover:border-control hover:text-ink",
      )}
    >
      {name} {formatCount(count)}
    </button>
  );
  return (
    <fieldset aria-label="Show" className="mb-2.5 flex flex-wrap gap-1.5">
      {chip(null, "All", total)}
      {kinds.map((kind) => chip(kind, kindNames[kind], counts[kind] ?? 0))}
    </fieldset>
  );
}
