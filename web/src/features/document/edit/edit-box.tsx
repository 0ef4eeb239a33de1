import type { Document, EditedDocument } from "@dialectic/contract";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { ErrorLine } from "../../../api/error-message.tsx";
import { DraftNote } from "../../../parts/drafts/draft-note.tsx";
import { drafts } from "../../../parts/drafts/drafts.ts";
import type { DraftField } from "../../../parts/drafts/use-draft.ts";
import { useEdit } from "../../../parts/steering/use-steering.ts";
import { Button } from "../../../ui/button.tsx";
import { LazyDiff } from "../compare/lazy-diff.tsx";
import { EditConflict } from "./edit-conflict.tsx";

type EditBoxProps = {
  document: Document;
  field: DraftField;
  /** Changes with each click on Edit, so that the editor gets the focus again. */
  focusAsked: number;
  onSaved: (edited: EditedDocument) => void;
  onClose: () => void;
};

/** A document's editor. The typed text is a draft until it is saved as the next version. */
export function EditBox({ document, field, focusAsked, onSaved, onClose }: EditBoxProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [isComparing, setIsComparing] = useState(false);
  const { text, subject } = field;
  const edit = useEdit(document, subject);
  const compared = useDeferredValue(text);

  useEffect(() => {
    if (focusAsked > 0) box.current?.focus({ preventScroll: false });
  }, [focusAsked]);

  const save = (baseVersion: number) =>
    edit.mutate(
      { markdown: text, baseVersion },
      {
        onSuccess: (edited) => {
          onSaved(edited);
          // The editor stays open if more was typed during saving, because that text is a draft of the new version.
          if (!drafts.read(subject)) onClose();
        },
      },
    );

  if (field.savedElsewhere !== undefined) {
    return (
      <EditConflict
        title={`Version ${document.version} was saved while you were editing version ${field.draft?.baseVersion}.`}
        mine={text}
        theirs={document}
        isSaving={edit.isPending}
        error={edit.error}
        onTakeMine={() => save(document.version)}
        onTakeTheirs={() => {
          field.discard();
          onClose();
        }}
        onMerge={() => {
          drafts.write({ subject, text, baseVersion: document.version });
          setIsComparing(true);
        }}
      />
    );
  }
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (field.draft) save(field.draft.baseVersion ?? document.version);
        else onClose();
      }}
    >
      <label className="block text-xs text-ink-3">
        Later stages read this text. Version {document.version} is kept.
        <textarea
          ref={box}
          dir="auto"
          rows={24}
          value={text}
          onChange={(event) => field.type(event.target.value)}
          className="mt-1.5 block w-full resize-y rounded-2 border border-control bg-panel px-3 py-2 font-mono text-sm text-ink"
        />
      </label>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={edit.isPending ? "Saving…" : undefined}>
          Save text
        </Button>
        <Button onClick={onClose}>Close editor</Button>
        <Button variant="quiet" aria-pressed={isComparing} onClick={() => setIsComparing(!isComparing)}>
          {isComparing ? "Hide differences" : "Show differences"}
        </Button>
        <DraftNote field={field} />
      </div>
      <ErrorLine error={edit.error} />
      {isComparing && (
        <LazyDiff
          left={document.markdown}
          right={compared}
          leftTitle={`Saved, version ${document.version}`}
          rightTitle="Your text"
        />
      )}
    </form>
  );
}
