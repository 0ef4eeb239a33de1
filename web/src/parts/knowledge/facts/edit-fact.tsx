import type { Fact } from "@dialectic/contract";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { DraftNote } from "../../drafts/draft-note.tsx";
import { drafts } from "../../drafts/drafts.ts";
import { useDraft } from "../../drafts/use-draft.ts";
import { labelOf, valueText } from "./describe-fact.ts";
import type { FactActions } from "./use-fact-actions.ts";

const hints: Partial<Record<Fact["valueType"], string>> = {
  boolean: "yes or no",
  number: "a number",
  dimension: "a number and a unit: 6 m, 250 cm",
  currency: "an amount and a currency: 80,000 ILS",
  date: "a date: 2026-12-04",
  range: "from and to: 4 to 6 m",
};

type EditFactProps = { fact: Fact; actions: FactActions; onDone: () => void };

/** Sets another value for the fact's key by hand. What is typed is kept as a draft in this browser until it is saved. */
export function EditFact({ fact, actions, onDone }: EditFactProps) {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const field = useDraft({ kind: "fact-value", factId: fact.id }, { text: valueText(fact).replaceAll("\u00a0", " ") });
  const [isSaving, setIsSaving] = useState(false);
  const { text: value, draft } = field;
  // If there is a draft, the editor opens by itself and must not take the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the editor opens.
  useEffect(() => {
    if (!draft) box.current?.select();
  }, []);
  const save = async () => {
    if (isSaving || value.trim() === "") return;
    setIsSaving(true);
    const isDone = await actions.act({ do: "edit", fact, value: value.trim() });
    setIsSaving(false);
    if (!isDone) return;
    drafts.settle(field.subject, value);
    onDone();
  };
  return (
    <form
      className="rounded-3 border border-line-2 bg-panel p-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onDone();
      }}
    >
      <label htmlFor={id} className="mb-1 block text-xs font-semi text-ink-2">
        {labelOf(fact)}, set by hand
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          ref={box}
          dir="auto"
          value={value}
          aria-describedby={hints[fact.valueType] && `${id}-hint`}
          onChange={(event) => field.type(event.target.value)}
          className="h-(--control-height) min-w-0 flex-1 rounded-2 border border-control bg-panel px-2.5 text-sm"
        />
        <Button type="submit" variant="primary" busy={isSaving ? "Saving…" : undefined}>
          Save
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            field.discard();
            onDone();
          }}
        >
          Cancel
        </Button>
      </div>
      <DraftNote field={field} />
      {hints[fact.valueType] && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-ink-3">
          Write {hints[fact.valueType]}. The quote stays with the old value.
        </p>
      )}
    </form>
  );
}
