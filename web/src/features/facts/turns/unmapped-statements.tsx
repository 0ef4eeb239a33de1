import type { FactAction, FactNote } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { client } from "../../../api/client.ts";
import { ErrorLine } from "../../../api/error-message.tsx";
import { unmappedQuery } from "../../../api/facts-queries.ts";
import { LoadError } from "../../../api/paging.tsx";
import { useSingleMutation } from "../../../api/use-single-mutation.ts";
import { DraftNote } from "../../../parts/drafts/draft-note.tsx";
import { drafts } from "../../../parts/drafts/drafts.ts";
import { useDraft } from "../../../parts/drafts/use-draft.ts";
import { labelOf, reviewWords, valueText } from "../../../parts/knowledge/facts/describe-fact.ts";
import type { FactActions } from "../../../parts/knowledge/facts/use-fact-actions.ts";
import { KnowledgeIcon } from "../../../parts/knowledge/knowledge-icon.tsx";
import { Button } from "../../../ui/button.tsx";
import { formatAge } from "../../../ui/format.ts";
import { EmptyState } from "../../../ui/page/empty-state.tsx";
import { Loading } from "../../../ui/page/skeleton.tsx";
import { type KeySuggestion, suggestKey } from "./suggest-key.ts";

/** Verified statements that fit no key. One click gives a statement a key and thereby makes it a fact. */
export function UnmappedStatements({ projectId, actions }: { projectId: string; actions: FactActions }) {
  const query = useQuery(unmappedQuery(projectId));
  if (!query.data) {
    return query.error ? <LoadError query={query} /> : <Loading what="Looking for statements" className="p-6" />;
  }
  return (
    <section
      aria-label="Unmapped statements"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto -outline-offset-2"
    >
      {query.data.length === 0 ? (
        <div className="p-6 max-mid:p-4">
          <EmptyState level={2} title="Every statement has a key">
            Statements of yours that fit no key are kept here word for word. You decide whether they become facts.
          </EmptyState>
        </div>
      ) : (
        <ul>
          {query.data.map((note) => (
            <Statement key={note.id} note={note} onPromoted={actions.report} />
          ))}
        </ul>
      )}
    </section>
  );
}

type StatementProps = { note: FactNote; onPromoted: (answer: FactAction, text: string) => void };

function Statement({ note, onPromoted }: StatementProps) {
  const id = useId();
  const [suggested] = useState<KeySuggestion>(() => suggestKey(note));
  const named = useDraft({ kind: "statement-key", noteId: note.id, part: "key" }, { text: suggested.key });
  const labelled = useDraft({ kind: "statement-key", noteId: note.id, part: "label" }, { text: suggested.label });
  const [type, setType] = useState(suggested.type);
  const key: KeySuggestion = { key: named.text, label: labelled.text, type };
  const [isOpen, setIsOpen] = useState(named.draft !== null || labelled.draft !== null);
  const promote = useSingleMutation({
    mutationFn: () => client.promoteNote({ params: { noteId: note.id }, body: { key } }),
    onSuccess: (answer) => {
      for (const { subject } of [named, labelled]) drafts.remove(subject);
      const [fact] = answer.facts;
      onPromoted(answer, fact ? `${labelOf(fact)} is now a key: ${valueText(fact)}.` : `${key.label} is now a key.`);
    },
  });
  const field = "h-(--control-height) w-full rounded-2 border border-control bg-panel px-2.5 text-sm";
  return (
    <li className="border-b border-line px-6 py-3 max-mid:px-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <KnowledgeIcon name="unmapped" className="mt-1 text-ink-3" />
        <div className="min-w-0 flex-[1_1_280px]">
          <p className="font-doc text-[0.9375rem] leading-6" dir="auto">
            <mark className="rounded-[2px] bg-mark box-decoration-clone px-0.5 text-on-mark">
              {note.evidence?.quote}
            </mark>
          </p>
          <p className="text-xs text-ink-3">
            {reviewWords(note.reason)} · {formatAge(note.createdAt, Date.now())}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button small busy={promote.isPending ? "Making…" : undefined} onClick={() => promote.mutate()}>
            Make it a key: <code className="font-mono">{key.key.replace(/^project\./, "")}</code>
          </Button>
          <Button small variant="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            Change
          </Button>
        </div>
      </div>
      {isOpen && (
        <div className="mt-3 grid max-w-[640px] grid-cols-3 gap-3 text-xs max-mid:grid-cols-1">
          <div>
            <label htmlFor={`${id}-key`}>
              Key
              <input
                id={`${id}-key`}
                value={key.key}
                onChange={(event) => named.type(event.target.value)}
                className={`${field} font-mono`}
              />
            </label>
            <DraftNote field={named} />
          </div>
          <div>
            <label htmlFor={`${id}-label`}>
              Name
              <input
                id={`${id}-label`}
                dir="auto"
                value={key.label}
                onChange={(event) => labelled.type(event.target.value)}
                className={field}
              />
            </label>
            <DraftNote field={labelled} />
          </div>
          <label htmlFor={`${id}-type`}>
            Kind of value
            <select
              id={`${id}-type`}
              value={key.type}
              onChange={(event) => setType(event.target.value as KeySuggestion["type"])}
              className={field}
            >
              <option value="string">text</option>
              <option value="number">number</option>
              <option value="boolean">yes or no</option>
            </select>
          </label>
        </div>
      )}
      <ErrorLine error={promote.error} className="mt-2 text-sm" />
    </li>
  );
}
