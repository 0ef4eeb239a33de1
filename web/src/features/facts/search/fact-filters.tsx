import { useEffect, useId, useState } from "react";
import { KnowledgeIcon } from "../../../parts/knowledge/knowledge-icon.tsx";
import { Button } from "../../../ui/button.tsx";
import { Choice, Popover } from "../../../ui/popover.tsx";
import { useDebounced } from "../../../ui/use-debounced.ts";
import type { FactsSearch } from "./facts-search.ts";

type Filters = Pick<FactsSearch, "words" | "scope" | "source" | "key">;
type FactFiltersProps = {
  filters: Filters;
  onChange: (filters: { [Name in keyof Filters]: Filters[Name] | undefined }) => void;
};

const sources = [
  [undefined, "Any source", "From any source"],
  ["user", "You", "Your answers, your feedback, your words in chat"],
  ["agent", "A model", "From a document that a model wrote"],
  ["manual", "By hand", "Set by you, without a quote"],
] as const;

const scopes = [
  [undefined, "Project and items", "About the project or any item"],
  ["project", "Project", "About the project as a whole"],
  ["item", "Items", "About an item of the project"],
] as const;

/** Narrows the ledger by words, scope, source and key. */
export function FactFilters({ filters, onChange }: FactFiltersProps) {
  const id = useId();
  const [typed, setTyped] = useState(filters.words ?? "");
  const words = useDebounced(typed.trim(), 250);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typed text changes the filter here.
  useEffect(() => {
    if (words !== (filters.words ?? "")) onChange({ words: words === "" ? undefined : words });
  }, [words]);
  const count = [filters.scope, filters.source].filter(Boolean).length;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {filters.key && (
        <Button small onClick={() => onChange({ key: undefined })} aria-label={`Remove the filter ${filters.key}`}>
          <code className="font-mono">{filters.key}</code> ×
        </Button>
      )}
      <Popover
        label="Filters"
        button={
          <>
            <KnowledgeIcon name="filter" size={14} />
            {count === 0 ? "Filter" : `Filter, ${count}`}
          </>
        }
      >
        {sources.map(([value, title, about]) => (
          <Choice
            key={title}
            kind="radio"
            name="source"
            checked={filters.source === value}
            onChange={() => onChange({ source: value })}
            title={title}
            about={about}
          />
        ))}
        <hr className="my-1 border-line" />
        {scopes.map(([value, title, about]) => (
          <Choice
            key={title}
            kind="radio"
            name="scope"
            checked={filters.scope === value}
            onChange={() => onChange({ scope: value })}
            title={title}
            about={about}
          />
        ))}
      </Popover>
      <label htmlFor={id} className="sr-only">
        Filter facts
      </label>
      <input
        id={id}
        type="search"
        dir="auto"
        value={typed}
        placeholder="Key, value, words"
        onChange={(event) => setTyped(event.target.value)}
        className="h-(--control-height) w-44 rounded-2 border border-control bg-panel px-2.5 text-sm max-mid:w-full max-mid:flex-1"
      />
    </div>
  );
}
