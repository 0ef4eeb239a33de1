import type { Fact } from "@dialectic/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { ErrorLine } from "../../../api/error-message.tsx";
import { factsQuery, whyFactQuery } from "../../../api/facts-queries.ts";
import { LoadError, ShowMore } from "../../../api/paging.tsx";
import { labelOf, sourceWords, statusLooks, valueText } from "../../../parts/knowledge/facts/describe-fact.ts";
import type { FactActions } from "../../../parts/knowledge/facts/use-fact-actions.ts";
import { KnowledgeIcon } from "../../../parts/knowledge/knowledge-icon.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { formatAge, formatNumber } from "../../../ui/format.ts";
import { EmptyState } from "../../../ui/page/empty-state.tsx";
import { Loading } from "../../../ui/page/skeleton.tsx";
import { groupConflicts } from "./group-conflicts.ts";

type ConflictCardsProps = {
  projectId: string;
  selected: number | undefined;
  actions: FactActions;
  onSelect: (fact: Fact) => void;
  /** Reports one fact per card (for the keys J and K) and the facts of the selected conflict (for the keys 1 and 2). */
  onCards: (cards: readonly Fact[], sides: readonly Fact[]) => void;
};

/**
 * Shows conflicts as pairs. Both sides look alike, and neither is preselected. Each side states what would change if it were
 * chosen.
 */
export function ConflictCards({ projectId, selected, actions, onSelect, onCards }: ConflictCardsProps) {
  const query = useInfiniteQuery(factsQuery(projectId, { status: "conflict" }));
  const loaded = query.data?.pages.flatMap((page) => page.items);
  const seen = useRef(new Map<string, Fact>());
  // A conflict that was resolved on this page stays where it is and shows the outcome.
  for (const fact of loaded ?? []) seen.current.set(fact.id, fact);
  const facts = [...seen.current.values()].map((fact) => actions.decided.get(fact.id) ?? fact);
  const stillOpen = new Set<string>(loaded?.map(({ id }) => id));
  const shown = facts.filter(({ id }) => stillOpen.has(id) || actions.decided.has(id));
  const groups = groupConflicts(shown);
  const cards = groups.map(({ facts: [first] }) => first);
  if (!loaded) {
    return query.error ? <LoadError query={query} /> : <Loading what="Looking for conflicts" className="p-6" />;
  }
  return (
    <section
      aria-label="Conflicts"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      className="min-h-0 flex-1 space-y-4 overflow-auto p-6 -outline-offset-2 max-mid:p-4"
    >
      {groups.length === 0 && (
        <EmptyState level={2} title="No conflicts">
          When something you say contradicts an accepted fact, both values appear here side by side. The accepted value
          stays until you choose.
        </EmptyState>
      )}
      {groups.map((group) => (
        <ConflictCard
          key={group.slot}
          projectId={projectId}
          disputed={group.facts}
          isSelected={group.facts.some(({ number }) => number === selected)}
          actions={actions}
          onSelect={onSelect}
          onSides={(sides) => onCards(cards, sides)}
        />
      ))}
      <ShowMore query={query} />
    </section>
  );
}

type ConflictCardProps = {
  projectId: string;
  disputed: readonly [Fact, ...Fact[]];
  isSelected: boolean;
  actions: FactActions;
  onSelect: (fact: Fact) => void;
  onSides: (sides: readonly Fact[]) => void;
};

function ConflictCard({ projectId, disputed, isSelected, actions, onSelect, onSides }: ConflictCardProps) {
  const [first] = disputed;
  const { data: held } = useQuery({
    ...whyFactQuery(projectId, first.conflictsWith ?? first.id),
    enabled: first.conflictsWith !== null,
  });
  const current = held && (actions.decided.get(held.fact.id) ?? held.fact);
  const sides = useMemo(() => (current ? [current, ...disputed] : [...disputed]), [current, disputed]);
  const card = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the sides change, not when the handler does.
  useEffect(() => {
    if (!isSelected) return;
    onSides(sides);
    card.current?.scrollIntoView({ block: "nearest" });
  }, [isSelected, sides]);
  const isSettled = disputed.every(({ status }) => status !== "conflict");
  const refused = disputed.some(({ id }) => actions.refusal?.factId === id) || actions.refusal?.factId === current?.id;
  const stale = held?.statedIn.length ?? 0;
  return (
    <article
      ref={card}
      aria-labelledby={`conflict-${first.number}`}
      className={cx(
        "max-w-[760px] rounded-3 border bg-panel p-4",
        isSettled ? "border-line-2" : "border-mark-line",
        isSelected && (isSettled ? "shadow-[inset_3px_0_0_var(--line-2)]" : "shadow-[inset_3px_0_0_var(--mark-line)]"),
      )}
    >
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 id={`conflict-${first.number}`} className="min-w-0 flex-1 font-title">
          {first.itemName && <bdi>{first.itemName}, </bdi>}
          {labelOf(first)}:{" "}
          {isSettled ? "settled" : sides.length === 2 ? "two values" : formatNumber(sides.length, "value")}
        </h2>
        {!isSettled && (
          <span className="inline-flex items-center gap-1.5 text-xs font-strong text-mark-ink">
            <KnowledgeIcon name="conflict" size={14} />
            Choose
          </span>
        )}
      </div>
      <div className="grid grid-cols-2 gap-3 max-mid:grid-cols-1">
        {sides.map((fact, index) => (
          <Side
            key={fact.id}
            fact={fact}
            isCurrent={fact.id === current?.id}
            hotkey={isSelected && !isSettled && index < 2 ? String(index + 1) : null}
            isSettled={isSettled}
            onOpen={() => onSelect(fact)}
            onChoose={() => void actions.act({ do: "choose", fact }, sides)}
          />
        ))}
      </div>
      {refused && <ErrorLine error={actions.refusal?.error} className="mt-2 text-sm" />}
      {!isSettled && (
        <p className="mt-3 text-xs text-ink-2">
          {current ? `Until you choose, ${valueText(current)} stays. ` : "Until you choose, neither value is used. "}
          {current &&
            (stale === 0
              ? "No document uses this fact, so neither choice makes a document stale."
              : `Another value makes ${formatNumber(stale, "document")} stale; keeping the accepted value changes nothing.`)}
        </p>
      )}
    </article>
  );
}

type SideProps = {
  fact: Fact;
  isCurrent: boolean;
  hotkey: string | null;
  isSettled: boolean;
  onOpen: () => void;
  onChoose: () => void;
};

function Side({ fact, isCurrent, hotkey, isSettled, onOpen, onChoose }: SideProps) {
  const isChosen = isSettled && fact.status === "accepted";
  return (
    <div className="flex min-w-0 flex-col rounded-3 border border-line-2 p-3">
      <p
        className={cx(
          "text-lg font-title tabular-nums",
          isSettled && !isChosen && "font-normal text-ink-3 line-through",
        )}
      >
        <bdi>{valueText(fact)}</bdi>
      </p>
      {fact.evidence ? (
        <q className="mt-1 font-doc text-[0.9375rem] leading-6" dir="auto">
          <mark className="rounded-[2px] bg-mark box-decoration-clone px-0.5 text-on-mark">{fact.evidence.quote}</mark>
        </q>
      ) : (
        <p className="mt-1 text-sm text-ink-2">Set by hand.</p>
      )}
      <p className="mt-1.5 mb-3 text-xs text-ink-3">
        <button type="button" className="link" onClick={onOpen}>
          F{fact.number}, {sourceWords(fact)}
        </button>{" "}
        · {formatAge(fact.createdAt, Date.now())}
      </p>
      <div className="mt-auto">
        {isSettled ? (
          <p className="flex h-[26px] items-center gap-1.5 text-xs text-ink-2">
            <KnowledgeIcon name={statusLooks[fact.status].icon} size={14} />
            {isChosen ? "chosen" : statusLooks[fact.status].word}
          </p>
        ) : (
          <Button small wide onClick={onChoose}>
            {isCurrent ? "Keep" : "Use"} {valueText(fact)} {hotkey && <kbd>{hotkey}</kbd>}
          </Button>
        )}
      </div>
    </div>
  );
}
