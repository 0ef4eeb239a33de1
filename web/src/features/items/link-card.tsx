import type { CatalogueCandidate, ItemLine } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { client } from "../../api/client.ts";
import { suggestionsQuery } from "../../api/items-queries.ts";
import { DraftForm } from "../../parts/drafts/draft-form.tsx";
import { Button } from "../../ui/button.tsx";
import { Loading } from "../../ui/page/skeleton.tsx";
import type { ItemActions } from "./use-item-actions.ts";

type Target =
  | { catalogueId: CatalogueCandidate["id"] }
  | { create: { name: string; kind: ItemLine["kind"]; unit: string | null } };
type LinkCardProps = { projectId: string; line: ItemLine; actions: ItemActions };

/**
 * Asks which catalogue entry a line means. An entry is preselected only if it clearly fits best, and nothing is linked until
 * the user clicks.
 */
export function LinkCard({ projectId, line, actions }: LinkCardProps) {
  const id = useId();
  const { data } = useQuery(suggestionsQuery(projectId, line.id));
  const [choice, setChoice] = useState<string>();
  const [isNew, setIsNew] = useState(false);
  if (!data) return <Loading what="Searching the catalogue" />;
  const chosen = choice ?? data.preselected ?? undefined;
  const link = (body: Target, name: string) =>
    actions.run(`${line.name} is ${name}`, () => client.linkLine({ params: { lineId: line.id }, body }));
  const confirm = () => {
    const candidate = data.candidates.find((one) => one.id === chosen);
    if (candidate) void link({ catalogueId: candidate.id }, candidate.name);
  };
  const hasNone = data.candidates.length === 0;
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="rounded-3 border border-mark-line bg-panel p-4 shadow-[inset_3px_0_0_var(--mark-line)]"
    >
      <h3 id={`${id}-title`} className="font-title">
        {hasNone ? "The catalogue has nothing like " : "Is "}
        <bdi>“{line.name}”</bdi>
        {hasNone ? "." : " one of these?"}
      </h3>
      {!hasNone && (
        <fieldset className="mt-1.5">
          <legend className="sr-only">Catalogue candidates</legend>
          {data.candidates.map((candidate) => (
            <label
              key={candidate.id}
              className="grid grid-cols-[20px_minmax(0,1fr)_auto] items-baseline gap-x-2 border-t border-line py-2 text-sm"
            >
              <input
                type="radio"
                name={id}
                checked={candidate.id === chosen}
                onChange={() => setChoice(candidate.id)}
              />
              <span className="min-w-0">
                <b className="font-strong wrap-anywhere">
                  <bdi>{candidate.name}</bdi>
                </b>
                <span className="block text-xs text-ink-3 wrap-anywhere">{reasonOf(candidate)}</span>
              </span>
              <span className="text-xs text-ink-3 tabular-nums">{candidate.confidence.toFixed(2)}</span>
            </label>
          ))}
        </fieldset>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {!hasNone && (
          <Button small off={chosen === undefined} aria-describedby={`${id}-why`} onClick={confirm}>
            Link
          </Button>
        )}
        <Button small variant="quiet" aria-expanded={isNew} onClick={() => setIsNew(!isNew)}>
          New catalogue entry
        </Button>
        {!hasNone && (
          <span id={`${id}-why`} className="ms-auto text-xs text-ink-3">
            {chosen === undefined
              ? "Choose an entry first: none is clearly the best match."
              : "Nothing is linked until you click."}
          </span>
        )}
      </div>
      {isNew && (
        <div className="mt-2">
          <DraftForm
            subject={{ kind: "catalogue-name", lineId: line.id }}
            label="Name of the new entry"
            submit="Create and link"
            onSave={(name) => link({ create: { name, kind: line.kind, unit: line.unit } }, name)}
          />
        </div>
      )}
    </section>
  );
}

function reasonOf({ by, matched, synonyms }: CatalogueCandidate): string {
  if (by === "name") return "the same name";
  if (by === "synonym") return `synonym: ${matched}`;
  if (by === "decision") return "you linked this name to it before";
  return synonyms.length > 0 ? `similar; synonyms: ${synonyms.join(", ")}` : "similar";
}
