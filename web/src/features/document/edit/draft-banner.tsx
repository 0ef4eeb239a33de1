import type { DocumentSummary } from "@dialectic/contract";
import { Link } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { DraftTime } from "../../../parts/drafts/draft-note.tsx";
import { drafts } from "../../../parts/drafts/drafts.ts";
import type { DraftField } from "../../../parts/drafts/use-draft.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button, buttonLook } from "../../../ui/button.tsx";

type DraftBannerProps = { summary: DocumentSummary; field: DraftField; onEdit: () => void };

/** Shown above a document that has an unsaved edit, or whose unsaved edit was just discarded. */
export function DraftBanner({ summary, field, onEdit }: DraftBannerProps) {
  useSyncExternalStore(drafts.subscribe, drafts.revision);
  if (!field.draft) {
    if (!drafts.canRestore(field.subject)) return null;
    return (
      <Banner
        className="mb-6"
        icon="cross"
        title="Draft discarded."
        actions={
          <Button small onClick={field.restore}>
            Undo
          </Button>
        }
      />
    );
  }
  const typed = (
    <>
      Draft, <DraftTime at={field.draft.typedAt} />.
    </>
  );
  if (summary.replacedBy) {
    return (
      <Banner
        className="mb-6"
        tone="you"
        icon="quote"
        title="Your edit of this text is not saved."
        actions={
          <Link
            to="/documents/$documentId"
            params={{ documentId: summary.replacedBy }}
            className={buttonLook({ small: true })}
          >
            Compare with the new document
          </Link>
        }
      >
        {typed}
      </Banner>
    );
  }
  return (
    <Banner
      className="mb-6"
      tone="you"
      icon="quote"
      title="Your edit is not saved yet."
      actions={
        <Button small onClick={onEdit}>
          Continue editing
        </Button>
      }
    >
      {typed} Below is the saved text.
    </Banner>
  );
}
