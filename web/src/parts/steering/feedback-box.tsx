import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { ErrorLine } from "../../api/error-message.tsx";
import { feedbackQuery } from "../../api/queries.ts";
import { Button } from "../../ui/button.tsx";
import { DraftNote } from "../drafts/draft-note.tsx";
import { SavedElsewhere } from "../drafts/saved-elsewhere.tsx";
import { useDraft } from "../drafts/use-draft.ts";
import { findFeedback, type Subject } from "./find-feedback.ts";
import { useFeedback } from "./use-steering.ts";

type FeedbackBoxProps = Subject & { sessionId: string; about: string };

/** A box for feedback on a stage or a document. Saved feedback can be changed or withdrawn. */
export function FeedbackBox({ sessionId, stage, iteration, documentId = null, about }: FeedbackBoxProps) {
  const id = useId();
  const { data: all } = useQuery(feedbackQuery(sessionId));
  const saved = all && findFeedback(all, { stage, iteration, documentId });
  const subject = { kind: "feedback", sessionId, iteration, stage, documentId } as const;
  const field = useDraft(subject, { text: saved });
  const give = useFeedback(subject);
  const { text } = field;
  const isNew = field.draft !== null && !(text.trim() === "" && !saved);
  return (
    <form
      className="space-y-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (isNew) give.mutate(text);
      }}
    >
      <label htmlFor={id} className="block text-xs text-ink-3">
        Feedback on <bdi>{about}</bdi>. Later stages read it word for word.
      </label>
      <textarea
        id={id}
        dir="auto"
        rows={3}
        value={text}
        onChange={(event) => field.type(event.target.value)}
        className="block w-full resize-y rounded-2 border border-control bg-panel px-2.5 py-1.5 text-sm"
      />
      <SavedElsewhere field={field} />
      <div className="flex items-start gap-2">
        <DraftNote field={field}>{give.isSuccess && (saved === "" ? "Withdrawn." : "Saved.")}</DraftNote>
        <Button
          type="submit"
          small
          className={isNew || give.isPending ? "" : "invisible"}
          busy={give.isPending ? "Saving…" : undefined}
        >
          {text.trim() === "" ? "Withdraw feedback" : "Save feedback"}
        </Button>
      </div>
      <ErrorLine error={give.error} />
    </form>
  );
}
