import type { Fact, FactEvent, FactWhy } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { ErrorLine } from "../../../api/error-message.tsx";
import { bundleQuery, whyFactQuery } from "../../../api/facts-queries.ts";
import { LoadError } from "../../../api/paging.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { capitalise, formatMoment, formatNumber, formatTime } from "../../../ui/format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Loading } from "../../../ui/page/skeleton.tsx";
import { drafts } from "../../drafts/drafts.ts";
import { KnowledgeIcon } from "../knowledge-icon.tsx";
import { TurnText } from "../turns/turn-text.tsx";
import { describeEvent, isOver, isPending, labelOf, reviewWords, sourceWords, valueText } from "./describe-fact.ts";
import { EditFact } from "./edit-fact.tsx";
import { FactStatusWord } from "./fact-status-word.tsx";
import type { FactActions } from "./use-fact-actions.ts";

type FactPanelProps = {
  projectId: string;
  fact: Fact;
  actions: FactActions;
  isEditing: boolean;
  onEdit: (isEditing: boolean) => void;
  /** Opens another fact. */
  onOpen: (number: number) => void;
  onClose: () => void;
};

/** Explains a fact: its quote in context, where its value comes from, its history, and the documents that use it. */
export function FactPanel(props: FactPanelProps) {
  const { projectId, fact, actions, isEditing, onEdit, onOpen, onClose } = props;
  const why = useQuery(whyFactQuery(projectId, fact.id));
  const heading = useRef<HTMLHeadingElement>(null);
  const refused = actions.refusal?.factId === fact.id ? actions.refusal.error : null;

  // On a small screen, the panel covers the list, so the focus moves to the panel.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the panel is reset when another fact is opened.
  useEffect(() => {
    if (!matchMedia("(min-width: 1101px)").matches) heading.current?.focus();
  }, [fact.id]);

  // If there is a draft of an edit, the editor opens with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the panel is reset when another fact is opened.
  useEffect(() => {
    if (drafts.read({ kind: "fact-value", factId: fact.id })) onEdit(true);
  }, [fact.id]);

  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line py-2 ps-5 pe-3">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 flex-1 font-title wrap-anywhere outline-none" dir="auto">
          {fact.itemName && <bdi>{fact.itemName}, </bdi>}
          {labelOf(fact)}:{" "}
          <span className={cx("tabular-nums", isOver(fact) && "text-ink-3 line-through")}>{valueText(fact)}</span>
        </h2>
        {fact.status !== "accepted" && (
          <Button
            small
            variant={isPending(fact) ? "primary" : "plain"}
            onClick={() => void actions.act({ do: "accept", fact })}
          >
            <Icon name="check" size={14} />
            {isOver(fact) ? "Accept again" : "Accept"} {isPending(fact) && <kbd>A</kbd>}
          </Button>
        )}
        <Button small aria-expanded={isEditing} onClick={() => onEdit(!isEditing)}>
          <KnowledgeIcon name="edit" size={14} />
          Edit
        </Button>
        {!isOver(fact) && (
          <Button small onClick={() => void actions.act({ do: "reject", fact })}>
            Reject
          </Button>
        )}
        <Button small square variant="quiet" aria-label="Close evidence" onClick={onClose}>
          <Icon name="cross" size={14} />
        </Button>
      </div>
      <section
        aria-label="Evidence"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className="min-h-0 flex-1 space-y-5 overflow-auto px-5 pt-4 pb-6 -outline-offset-2"
      >
        <ErrorLine error={refused} />
        {isEditing && <EditFact key={fact.id} fact={fact} actions={actions} onDone={() => onEdit(false)} />}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3">
          <FactStatusWord status={fact.status} />
          <code className="font-mono">{fact.key}</code>
          <span>F{fact.number}</span>
        </div>
        {fact.reviewReason && (
          <p className="text-sm">
            <b className="font-strong">Waits for you:</b> {reviewWords(fact.reviewReason)}.
          </p>
        )}
        <Turn projectId={projectId} fact={fact} />
        {why.data ? (
          <Story why={why.data} shown={fact} actions={actions} onOpen={onOpen} />
        ) : why.error ? (
          <LoadError query={why} />
        ) : (
          <Loading what="Loading the explanation" />
        )}
      </section>
    </>
  );
}

function Turn({ projectId, fact }: { projectId: string; fact: Fact }) {
  if (!fact.evidence) {
    return <p className="text-sm text-ink-2">Set by hand on {formatMoment(fact.createdAt)}, without a quote.</p>;
  }
  return <QuotedTurn key={fact.evidence.bundleId} projectId={projectId} fact={fact} evidence={fact.evidence} />;
}

function turnTitle(source: Fact["source"], section: string): string {
  if (source === "agent") return "A document that a model wrote";
  return section === "USER_ANSWERS" ? "Your answer" : "Your words, as you sent them";
}

type QuotedTurnProps = { projectId: string; fact: Fact; evidence: NonNullable<Fact["evidence"]> };

function QuotedTurn({ projectId, fact, evidence }: QuotedTurnProps) {
  const query = useQuery(bundleQuery(projectId, evidence.bundleId));
  const { data: bundle } = query;
  if (!bundle) return query.error ? <LoadError query={query} /> : <Loading what="Opening the turn" />;
  return (
    <section aria-label="The turn">
      <div className="mb-1.5 flex flex-wrap items-baseline gap-x-2">
        <h3 className="text-xs font-semi text-ink-2">{turnTitle(fact.source, evidence.section)}</h3>
        <span className="ms-auto text-xs text-ink-3">
          {formatMoment(bundle.takenAt)} ·{" "}
          <span className="font-mono">
            sha256 {bundle.sha256.slice(0, 4)}…{bundle.sha256.slice(-2)}
          </span>
        </span>
      </div>
      <TurnText bundle={bundle} evidence={evidence} />
      <p className="mt-1.5 text-xs text-ink-3">
        Found at characters {evidence.start}–{evidence.end} of the turn, {sourceWords(fact)}.
      </p>
    </section>
  );
}

type StoryProps = { why: FactWhy; shown: Fact; actions: FactActions; onOpen: (number: number) => void };

function Story({ why: { fact, chain, events, conflicts, statedIn }, shown, actions, onOpen }: StoryProps) {
  const own = events.filter(({ factId }) => factId === fact.id);
  const last = own.at(-1);
  return (
    <>
      {conflicts.length > 0 && (
        <Lines title="Contradicted by">
          {conflicts.map((one) => (
            <FactLine key={one.id} fact={one} onOpen={onOpen} />
          ))}
        </Lines>
      )}
      {chain.length > 0 && (
        <Lines title="Origin of the value">
          <FactLine fact={shown} now onOpen={onOpen} />
          {chain.map((one) => (
            <FactLine key={one.id} fact={one} onOpen={onOpen} />
          ))}
        </Lines>
      )}
      <Lines title="History">
        {own.map((event) => (
          <EventLine key={event.seq} event={event} />
        ))}
      </Lines>
      <StatedIn statedIn={statedIn} />
      {last?.by === "user" && last.act !== "undo" && (
        <Button
          small
          onClick={() => void actions.undoAction(last.action, `${describeEvent(last)}: ${shown.statement}`)}
        >
          <KnowledgeIcon name="superseded" size={14} />
          {chain[0] && shown.status === "accepted" ? `Undo: back to ${valueText(chain[0])}` : "Undo this decision"}
        </Button>
      )}
    </>
  );
}

function Lines({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h3 className="mb-0.5 text-xs font-semi text-ink-2">{title}</h3>
      <ol className="text-sm">{children}</ol>
    </section>
  );
}

const dot = "size-[9px] flex-none translate-y-px rounded-full border-2";

function FactLine({ fact, now = false, onOpen }: { fact: Fact; now?: boolean; onOpen: (number: number) => void }) {
  return (
    <li className="flex items-baseline gap-2.5 py-1">
      <i className={cx(dot, now ? "border-ink bg-ink" : "border-control")} />
      <span className="min-w-0 flex-1">
        <b className={cx("font-strong tabular-nums", isOver(fact) && "font-normal text-ink-3 line-through")}>
          {valueText(fact)}
        </b>{" "}
        {fact.evidence && (
          <q className="font-doc text-ink-2">
            <bdi>{fact.evidence.quote}</bdi>
          </q>
        )}
      </span>
      <button type="button" className="link text-xs text-ink-2" onClick={() => onOpen(fact.number)}>
        F{fact.number}
      </button>
    </li>
  );
}

function EventLine({ event }: { event: FactEvent }) {
  return (
    <li className="flex items-baseline gap-2.5 py-1">
      <i className={cx(dot, "border-control")} />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {describeEvent(event)}
        {event.evidence && (
          <>
            {" "}
            <q className="font-doc text-ink-2">
              <bdi>{event.evidence.quote}</bdi>
            </q>
          </>
        )}
      </span>
      <time dateTime={event.at} title={formatMoment(event.at)} className="text-xs text-ink-3 tabular-nums">
        {formatTime(event.at)}
      </time>
    </li>
  );
}

function StatedIn({ statedIn }: Pick<FactWhy, "statedIn">) {
  const [isOpen, setIsOpen] = useState(false);
  if (statedIn.length === 0) return null;
  const shown = isOpen ? statedIn : statedIn.slice(0, 3);
  return (
    <Lines
      title={`${formatNumber(statedIn.length, "document")} used this fact and will be stale if it no longer holds`}
    >
      {shown.map(({ documentId, title, stage }) => (
        <li key={documentId} className="flex items-baseline gap-2.5 py-1">
          <Icon name="document" size={14} className="translate-y-0.5 text-ink-3" />
          <Link to="/documents/$documentId" params={{ documentId }} className="link min-w-0 flex-1">
            <bdi>{title}</bdi>
          </Link>
          <span className="text-xs text-ink-3">{capitalise(stage)}</span>
        </li>
      ))}
      {statedIn.length > shown.length && (
        <li>
          <button type="button" className="link text-xs text-ink-2" onClick={() => setIsOpen(true)}>
            Show all
          </button>
        </li>
      )}
    </Lines>
  );
}
