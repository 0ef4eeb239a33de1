import type { FactWhy, FieldWhy, Item, ItemField } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { client } from "../../api/client.ts";
import { whyFieldQuery } from "../../api/items-queries.ts";
import { LoadError } from "../../api/paging.tsx";
import { DraftForm } from "../../parts/drafts/draft-form.tsx";
import { valueText } from "../../parts/knowledge/facts/describe-fact.ts";
import { Button } from "../../ui/button.tsx";
import { formatMoment } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { Loading } from "../../ui/page/skeleton.tsx";
import type { ItemActions } from "./use-item-actions.ts";

type WhyPanelProps = { projectId: string; item: Item; field: string; actions: ItemActions; onClose: () => void };

/**
 * Explains the value of a field: the facts behind it with their quotes in context, replaced facts, conflicting facts, and
 * values set by hand.
 */
export function WhyPanel({ projectId, item, field: key, actions, onClose }: WhyPanelProps) {
  const query = useQuery(whyFieldQuery(projectId, { itemId: item.id, key }));
  const { data: why } = query;
  return (
    <>
      <div className="flex items-center gap-2 border-b border-line py-2 ps-5 pe-3">
        <h2 className="min-w-0 flex-1 font-title wrap-anywhere" dir="auto">
          <bdi>{item.name}</bdi>, {why?.field.label.toLowerCase() ?? key}
          {why?.field.text && (
            <>
              : <span className="tabular-nums">{why.field.text}</span>
            </>
          )}
        </h2>
        <Button small square variant="quiet" aria-label="Close the explanation" onClick={onClose}>
          <Icon name="cross" size={14} />
        </Button>
      </div>
      <section
        aria-label="Why"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className="min-h-0 flex-1 space-y-5 overflow-auto px-5 pt-4 pb-6 -outline-offset-2"
      >
        {why ? (
          <Why projectId={projectId} why={why} actions={actions} />
        ) : query.error ? (
          <LoadError query={query} />
        ) : (
          <Loading what="Loading the explanation" />
        )}
      </section>
    </>
  );
}

function Why({ projectId, why, actions }: { projectId: string; why: FieldWhy; actions: ItemActions }) {
  const { item, field, facts, conflicts, proposed, edits } = why;
  return (
    <>
      <code className="font-mono text-xs text-ink-3">{field.key}</code>
      <ByHand item={item} field={field} actions={actions} />
      {facts.map((fact) => (
        <Quote key={fact.fact.id} projectId={projectId} why={fact} />
      ))}
      {facts.length === 0 && field.source !== "override" && (
        <p className="text-sm text-ink-2">No accepted fact gives this field a value yet.</p>
      )}
      <Waiting projectId={projectId} title="Contradicted by" facts={conflicts} />
      <Waiting projectId={projectId} title="Proposed" facts={proposed} />
      {edits.length > 0 && (
        <section>
          <h3 className="mb-0.5 text-xs font-semi text-ink-2">Changed by hand</h3>
          <ol className="text-sm">
            {edits.map(({ seq, act, reason, at }) => (
              <li key={seq} className="flex items-baseline gap-2.5 py-1">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {act === "override" ? "Set" : act === "clear" ? "Cleared" : "Undone"}
                  {reason && <span className="text-ink-2">: {reason}</span>}
                </span>
                <time dateTime={at} className="text-xs text-ink-3 tabular-nums">
                  {formatMoment(at)}
                </time>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

/** The value set by hand, which takes precedence over facts until it is cleared. */
function ByHand({ item, field, actions }: { item: FieldWhy["item"]; field: ItemField; actions: ItemActions }) {
  const { key, label, isList, override } = field;
  const params = { itemId: item.id };
  const set = (text: string) => {
    const values = text.split(";").map((part) => part.trim());
    const value = text === "" ? null : isList ? values.filter((part) => part !== "") : text;
    return actions.run(`${item.name}, ${label}: ${text || "empty"}`, () =>
      client.overrideField({ params, body: { key, value } }),
    );
  };
  const clear = () =>
    actions.run(`Cleared ${label} of ${item.name}`, () => client.clearOverride({ params, body: { key } }));
  return (
    <div className="rounded-3 border border-line-2 bg-panel p-3">
      <DraftForm
        key={key}
        subject={{ kind: "item-value", itemId: item.id, key }}
        label={override ? "Set by hand: overrides facts until you clear it" : "Set by hand"}
        saved={override?.text.replaceAll("\u00a0", " ") ?? ""}
        submit="Set"
        allowsEmpty
        hint={
          isList
            ? "Separate values with semicolons. Set an empty text to leave the field empty on purpose."
            : "Set an empty text to leave the field empty on purpose."
        }
        onSave={set}
      >
        {override && (
          <Button variant="quiet" onClick={() => void clear()}>
            Clear
          </Button>
        )}
      </DraftForm>
      {override?.reason && <p className="text-xs text-ink-2">Because: {override.reason}</p>}
    </div>
  );
}

function Quote({ projectId, why: { fact, context, chain } }: { projectId: string; why: FactWhy }) {
  return (
    <section aria-label={`F${fact.number}`}>
      <div className="mb-1.5 flex flex-wrap items-baseline gap-x-2">
        <h3 className="text-xs font-semi text-ink-2">{context ? "Your words in context" : "Set by hand"}</h3>
        <FactLink projectId={projectId} number={fact.number} />
      </div>
      {context && (
        <p
          dir="auto"
          className="rounded-3 border border-line-2 bg-panel px-3.5 py-2 font-doc text-[0.9375rem] leading-6 wrap-anywhere whitespace-pre-wrap text-ink-3"
        >
          {context.before.slice(-200)}
          <mark className="rounded-[2px] bg-mark box-decoration-clone px-0.5 text-on-mark">{context.quote}</mark>
          {context.after.slice(0, 200)}
        </p>
      )}
      {chain.length > 0 && (
        <p className="mt-1.5 text-xs text-ink-3">
          It replaced{" "}
          {chain.map((one, at) => (
            <span key={one.id}>
              {at > 0 && ", "}
              <s>{valueText(one)}</s>
            </span>
          ))}
          .
        </p>
      )}
    </section>
  );
}

type WaitingProps = { projectId: string; title: string; facts: FieldWhy["conflicts"] };

function Waiting({ projectId, title, facts }: WaitingProps) {
  if (facts.length === 0) return null;
  return (
    <section>
      <h3 className="mb-0.5 text-xs font-semi text-ink-2">{title}</h3>
      <ul className="text-sm">
        {facts.map((fact) => (
          <li key={fact.id} className="flex items-baseline gap-2.5 py-1">
            <span className="min-w-0 flex-1 wrap-anywhere">
              <b className="font-strong tabular-nums">{valueText(fact)}</b>{" "}
              {fact.evidence && (
                <q className="font-doc text-ink-2">
                  <bdi>{fact.evidence.quote}</bdi>
                </q>
              )}
            </span>
            <FactLink projectId={projectId} number={fact.number} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Links to the facts page, where decisions about facts are made. */
const FactLink = ({ projectId, number }: { projectId: string; number: number }) => (
  <Link
    to="/projects/$projectId/facts"
    params={{ projectId }}
    search={{ fact: number }}
    className="link ms-auto text-xs text-ink-2"
  >
    F{number}
  </Link>
);
