import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Refused } from "../api/explained.tsx";
import { feedbackQuery } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { type Subject, saidOf } from "./said-of.ts";
import { useFeedback } from "./use-steering.ts";

type FeedbackBoxProps = Subject & { sessionId: string; about: string };

/** What the reader says about a stage or a document. What was said stands in the box, to be said anew or taken back. */
export function FeedbackBox({ sessionId, stage, iteration, documentId, about }: FeedbackBoxProps) {
  const id = useId();
  const { data: all = [] } = useQuery(feedbackQuery(sessionId));
  const said = saidOf(all, { stage, iteration, documentId });
  const [typed, setTyped] = useState<string | null>(null);
  const give = useFeedback({ sessionId, stage, documentId });
  const text = typed ?? said;
  const isSaid = text === said;
  return (
    <form
      className="space-y-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaid && !give.isPending) give.mutate(text, { onSuccess: () => setTyped(null) });
      }}
    >
      <label htmlFor={id} className="block text-xs text-ink-3">
        On <bdi>{about}</bdi>. What is written later reads it word for word.
      </label>
      <textarea
        id={id}
        dir="auto"
        rows={3}
        value={text}
        onChange={(event) => setTyped(event.target.value)}
        className="block w-full resize-y rounded-2 border border-control bg-panel px-2.5 py-1.5 text-sm"
      />
      {(!isSaid || give.isPending) && (
        <Button type="submit" small busy={give.isPending ? "Sending…" : undefined}>
          {text.trim() === "" ? "Take it back" : "Give feedback"}
        </Button>
      )}
      <p role="status" className="text-xs text-ink-2 empty:hidden">
        {give.isSuccess && isSaid && (said === "" ? "Taken back." : "Kept.")}
      </p>
      <Refused error={give.error} />
    </form>
  );
}
