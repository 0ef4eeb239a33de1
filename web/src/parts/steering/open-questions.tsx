import type { Question, Session, StageRun } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ErrorLine } from "../../api/error-message.tsx";
import { questionsQuery } from "../../api/queries.ts";
import { Button } from "../../ui/button.tsx";
import { formatNumber } from "../../ui/format.ts";
import { DraftNote } from "../drafts/draft-note.tsx";
import { SavedElsewhere } from "../drafts/saved-elsewhere.tsx";
import { useDraft, useSessionDrafts } from "../drafts/use-draft.ts";
import { useAnswer } from "./use-steering.ts";

/** The questions that a stage's documents ask the user. Shows nothing if there are none. */
export function OpenQuestions({ session, stage }: { session: Session; stage: StageRun }) {
  const { data: all = [] } = useQuery(questionsQuery(session.id));
  const asked = all.filter((one) => one.stage === stage.stage && one.iteration === stage.iteration);
  if (asked.length === 0) return null;
  return <AskedQuestions session={session} asked={asked} />;
}

function AskedQuestions({ session, asked }: { session: Session; asked: Question[] }) {
  const drafts = useSessionDrafts(session.id);
  const hasDraft = drafts.some(
    ({ subject }) => subject.kind === "answer" && asked.some(({ number }) => number === subject.number),
  );
  // Determined only once, so that the list does not collapse when the last draft in it is saved.
  const [isUnfolded] = useState(asked.length <= 3 || hasDraft);
  const open = asked.filter((one) => one.state !== "answered").length;
  return (
    <section aria-labelledby="questions" className="border-b border-line px-5 py-3.5">
      <div className="mb-2 flex items-baseline gap-2">
        <h2 id="questions" className="font-title">
          Questions for you
        </h2>
        <span className="ms-auto text-xs text-ink-3 tabular-nums">{open === 0 ? "all answered" : `${open} open`}</span>
      </div>
      <details open={isUnfolded}>
        <summary className="cursor-pointer text-sm text-ink-2">
          {formatNumber(asked.length, "question")}. Without an answer, the default of the question applies.
        </summary>
        <ol className="mt-2 space-y-3">
          {asked.map((question) => (
            <QuestionForm key={question.number} sessionId={session.id} question={question} />
          ))}
        </ol>
      </details>
    </section>
  );
}

/** One question with a field for its answer. */
export function QuestionForm({ sessionId, question }: { sessionId: string; question: Question }) {
  const id = useId();
  const { number, iteration, stage } = question;
  const subject = { kind: "answer", sessionId, iteration, stage, number } as const;
  const field = useDraft(subject, { text: question.answer ?? "" });
  const give = useAnswer(subject);
  const { text } = field;
  const isNew = field.draft !== null && text.trim() !== "";
  return (
    <li>
      <form
        className="space-y-1"
        onSubmit={(event) => {
          event.preventDefault();
          if (isNew) give.mutate(text);
        }}
      >
        <label htmlFor={id} dir="auto" className="block text-sm break-words">
          <span className="me-1 text-xs text-ink-3 tabular-nums">{question.id}</span> {question.text}
        </label>
        {question.otherwise !== "" && question.answer === null && (
          <p dir="auto" className="text-xs break-words text-ink-3">
            {question.state === "assumed" ? "Assumed: " : "Default: "}
            {question.otherwise}
          </p>
        )}
        <textarea
          id={id}
          dir="auto"
          rows={1}
          value={text}
          onChange={(event) => field.type(event.target.value)}
          className="block w-full resize-y rounded-2 border border-control bg-panel px-2.5 py-1 text-sm"
        />
        <SavedElsewhere field={field} />
        <div className="flex items-start gap-2">
          <DraftNote field={field}>{question.answer !== null && "Answered."}</DraftNote>
          <Button
            type="submit"
            small
            className={isNew || give.isPending ? "" : "invisible"}
            busy={give.isPending ? "Saving…" : undefined}
          >
            Answer
          </Button>
        </div>
        <ErrorLine error={give.error} />
      </form>
    </li>
  );
}
