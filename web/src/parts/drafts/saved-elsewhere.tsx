import type { DraftField } from "./use-draft.ts";

/** Shown below a draft if the saved text was changed by another tab or a command in the meantime: the text as it is now. */
export function SavedElsewhere({ field }: { field: DraftField }) {
  if (field.savedElsewhere === undefined) return null;
  return (
    <div role="status" className="rounded-2 border border-mark-line bg-mark-soft px-2.5 py-1.5 text-xs">
      <p>
        <b className="font-strong">Changed elsewhere since you began.</b> Saving your draft replaces this text. To keep
        this text, discard the draft.
      </p>
      <blockquote dir="auto" className="mt-1 max-h-40 overflow-auto break-words whitespace-pre-wrap text-ink-2">
        {field.savedElsewhere === "" ? "The text was withdrawn." : field.savedElsewhere}
      </blockquote>
    </div>
  );
}
