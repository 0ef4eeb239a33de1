import type { CatalogueItem } from "@dialectic/contract";
import { useId, useState } from "react";
import type { client } from "../../api/client.ts";
import { DraftNote } from "../../parts/drafts/draft-note.tsx";
import { drafts } from "../../parts/drafts/drafts.ts";
import { useDraft } from "../../parts/drafts/use-draft.ts";
import { Button } from "../../ui/button.tsx";

const field = "w-full rounded-2 border border-control bg-panel px-2.5 text-sm";
export type Changes = NonNullable<Parameters<typeof client.changeCatalogueItem>[0]>["body"];

/** The fields of an entry, as typed. Synonyms are typed one per line. */
type Fields = { name: string; kind: CatalogueItem["kind"]; unit: string; synonyms: string };

const fieldsOf = ({ name, kind, unit, synonyms }: CatalogueItem): Fields => ({
  ...{ name, kind, unit: unit ?? "", synonyms: synonyms.join("\n") },
});

const kindOf = (text: unknown): Fields["kind"] => (text === "material" || text === "work" ? text : null);

/**
 * Parses a stored draft. Returns null if the text is not a draft of an entry, for example because another version of this
 * app wrote it.
 */
function readFields(text: string): Fields | null {
  try {
    const { name, kind, unit, synonyms } = JSON.parse(text);
    const isText = [name, unit, synonyms].every((one) => typeof one === "string");
    return isText ? { name, kind: kindOf(kind), unit, synonyms } : null;
  } catch {
    return null;
  }
}

function changesOf({ name, kind, unit, synonyms }: Fields): Changes {
  const names = synonyms.split("\n").map((one) => one.trim());
  return {
    name: name.trim(),
    kind,
    unit: unit.trim() === "" ? null : unit.trim(),
    synonyms: [...new Set(names)].filter((one) => one !== ""),
  };
}

type EntryFormProps = {
  entry: CatalogueItem;
  /** Returns false if the changes were refused. The typed text then stays. */
  onSave: (changes: Changes) => Promise<boolean>;
};

/** The form for an entry's fields. What is typed is kept as a draft in this browser until the server has saved it. */
export function EntryForm({ entry, onSave }: EntryFormProps) {
  const id = useId();
  const subject = { kind: "entry", catalogueId: entry.id } as const;
  const saved = fieldsOf(entry);
  const draft = useDraft(subject, { text: JSON.stringify(saved) });
  const typed = readFields(draft.text) ?? saved;
  const [isSaving, setIsSaving] = useState(false);
  const type = (changed: Partial<Fields>) => draft.type(JSON.stringify({ ...typed, ...changed }));
  const save = async () => {
    if (isSaving || typed.name.trim() === "") return;
    setIsSaving(true);
    const isDone = await onSave(changesOf(typed));
    setIsSaving(false);
    if (isDone) drafts.settle(subject, draft.text);
  };
  const label = "mb-1 block text-xs font-semi text-ink-2";
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div>
        <label htmlFor={`${id}-name`} className={label}>
          Name
        </label>
        <input
          id={`${id}-name`}
          dir="auto"
          required
          maxLength={200}
          value={typed.name}
          onChange={(event) => type({ name: event.target.value })}
          className={`${field} h-(--control-height)`}
        />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <div>
          <label htmlFor={`${id}-kind`} className={label}>
            Kind
          </label>
          <select
            id={`${id}-kind`}
            value={typed.kind ?? ""}
            onChange={({ target }) => type({ kind: kindOf(target.value) })}
            className={`${field} h-(--control-height)`}
          >
            <option value="">Any</option>
            <option value="material">Material</option>
            <option value="work">Work</option>
          </select>
        </div>
        <div>
          <label htmlFor={`${id}-unit`} className={label}>
            Unit
          </label>
          <input
            id={`${id}-unit`}
            dir="auto"
            maxLength={40}
            value={typed.unit}
            onChange={(event) => type({ unit: event.target.value })}
            className={`${field} h-(--control-height)`}
          />
        </div>
      </div>
      <div>
        <label htmlFor={`${id}-synonyms`} className={label}>
          Other names, one on each line
        </label>
        <textarea
          id={`${id}-synonyms`}
          dir="auto"
          rows={4}
          value={typed.synonyms}
          onChange={(event) => type({ synonyms: event.target.value })}
          className={`${field} py-1.5`}
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={isSaving ? "Saving…" : undefined}>
          Save
        </Button>
        <DraftNote field={draft} />
      </div>
    </form>
  );
}
