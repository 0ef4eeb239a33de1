import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Refused } from "../api/explained.tsx";
import { feedbackQuery } from "../api/queries.ts";
import { DraftNote } from "../drafts/draft-note.tsx";
import { SavedElsewhere } from "../drafts/saved-elsewhere.tsx";
import { useDraft } from "../drafts/use-draft.ts";
import { Button } from "../ui/button.tsx";
import { type Subject, saidOf } from "./said-of.ts";
import { useFeedback } from "./use-steering.ts";

type FeedbackBoxProps = Subject & { sessionId: string; about: string };

/** Feedback on a stage or a document. The saved text stands in the box, where it can be changed or taken back. */
export function FeedbackBox({ sessionId, stage, iteration, documentId = null, about }: FeedbackBoxProps) {
  const id = useId();
  const { data: all } = useQuery(feedbackQuery(sessionId));
  const saved = all && saidOf(all, { stage, iteration, documentId });
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
        On <bdi>{about}</bdi>. Stages that start later read it word for word.
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
        <DraftNote field={field}>{give.isSuccess && (saved === "" ? "Taken back." : "Saved.")}</DraftNote>
        <Button
          type="submit"
          small
          className={isNew || give.isPending ? "" : "invisible"}
          busy={give.isPending ? "Saving…" : undefined}
        >
          {text.trim() === "" ? "Take it back" : "Save feedback"}
        </Button>
      </div>
      <Refused error={give.error} />
    </form>
  );
}
