import { useSyncExternalStore } from "react";
import { Button } from "../../ui/button.tsx";
import { formatWhen } from "../../ui/format.ts";
import { drafts } from "./drafts.ts";
import type { DraftField } from "./use-draft.ts";

type DraftNoteProps = {
  field: DraftField;
  /** Shown while there is no draft, for example a note that the text was saved. */
  children?: React.ReactNode;
};

/**
 * Shown below a field: the time at which its draft was typed, and a button to discard the draft. If the draft was just
 * discarded, offers to restore it. Otherwise shows `children`.
 */
export function DraftNote({ field, children }: DraftNoteProps) {
  useSyncExternalStore(drafts.subscribe, drafts.revision);
  const { draft, subject } = field;
  const isRestorable = !draft && drafts.canRestore(subject);
  return (
    <div className="min-w-0 flex-1 text-xs text-ink-3">
      <p className="flex min-h-[26px] flex-wrap items-center gap-x-1.5 max-mid:min-h-9">
        {draft && (
          <>
            <span>
              Draft, <DraftTime at={draft.typedAt} />
            </span>
            <Button key="discard" small variant="quiet" onClick={field.discard}>
              Discard
            </Button>
          </>
        )}
        {isRestorable && (
          <>
            <span role="status">Draft discarded.</span>
            <Button key="undo" small variant="quiet" onClick={field.restore}>
              Undo
            </Button>
          </>
        )}
        {!draft && !isRestorable && <span role="status">{children}</span>}
      </p>
      {draft && drafts.isOnlyHere(subject) && (
        <p role="alert" className="text-bad">
          This browser could not store the draft, because its storage is full or disabled. Save or copy the text before
          you close this tab.
        </p>
      )}
      {draft && drafts.removedForRoom() > 0 && (
        <p role="status">
          This browser keeps up to 200 drafts. The oldest {drafts.removedForRoom()} were removed to make room.
        </p>
      )}
    </div>
  );
}

/** The time at which a draft was typed, with the date unless it was today. */
export function DraftTime({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{formatWhen(at)}</time>;
}
