import { useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import type { DraftSubject } from "./draft.ts";
import { DraftNote } from "./draft-note.tsx";
import { drafts } from "./drafts.ts";
import { useDraft } from "./use-draft.ts";

type DraftFormProps = {
  subject: DraftSubject;
  label: string;
  /** The text that is saved now. */
  saved?: string;
  hint?: string;
  submit: string;
  allowsEmpty?: boolean;
  /** Returns false if the text was refused. The text then stays in the field. */
  onSave: (text: string) => Promise<boolean>;
  children?: React.ReactNode;
};

/** A form for one line of text. What is typed is kept as a draft in this browser until the server has saved it. */
export function DraftForm(props: DraftFormProps) {
  const { subject, label, saved = "", hint, submit, allowsEmpty = false, onSave, children } = props;
  const id = useId();
  const field = useDraft(subject, { text: saved });
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    const text = field.text.trim();
    if (isSaving || (text === "" && !allowsEmpty)) return;
    setIsSaving(true);
    const isDone = await onSave(text);
    setIsSaving(false);
    if (isDone) drafts.settle(subject, field.text);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label htmlFor={id} className="mb-1 block text-xs font-semi text-ink-2">
        {label}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          dir="auto"
          maxLength={1000}
          value={field.text}
          aria-describedby={hint && `${id}-hint`}
          onChange={(event) => field.type(event.target.value)}
          className="h-(--control-height) min-w-0 flex-1 basis-40 rounded-2 border border-control bg-panel px-2.5 text-sm"
        />
        <Button type="submit" busy={isSaving ? "Saving…" : undefined}>
          {submit}
        </Button>
        {children}
      </div>
      <DraftNote field={field} />
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-ink-3">
          {hint}
        </p>
      )}
    </form>
  );
}
