import type { KeyQuestion, QuickAnswer } from "@dialectic/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { client } from "../../api/client.ts";
import { ErrorLine } from "../../api/error-message.tsx";
import { keyQuestionsQuery } from "../../api/facts-queries.ts";
import { LoadError } from "../../api/paging.tsx";
import { keys } from "../../api/queries.ts";
import { useSingleMutation } from "../../api/use-single-mutation.ts";
import { randomKey } from "../../parts/money/top-up-keys.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { useStored } from "../../ui/use-stored.ts";

/** What the project should be asked. An answer becomes a fact at once, without a model. */
export function KeyQuestions({ projectId }: { projectId: string }) {
  const query = useQuery(keyQuestionsQuery(projectId));
  const [answered, setAnswered] = useState<ReadonlyMap<string, { question: KeyQuestion; words: string }>>(new Map());
  if (!query.data) {
    return query.error ? <LoadError query={query} /> : <Loading what="Looking for questions" className="p-6" />;
  }
  const open = query.data.filter(({ key }) => !answered.has(key));
  return (
    <section
      aria-label="Questions"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached without a pointer.
      tabIndex={0}
      className="min-h-0 flex-1 space-y-3 overflow-auto p-6 -outline-offset-2 max-mid:p-4"
    >
      {[...answered.values()].map(({ question, words }) => (
        <p key={question.key} className="flex max-w-[680px] items-baseline gap-2 text-sm text-ink-2">
          <Icon name="check" size={14} className="translate-y-0.5" />
          <span className="min-w-0 flex-1">
            {question.question} <b className="font-strong text-ink">{words}</b>
          </span>
        </p>
      ))}
      {open.length === 0 && (
        <EmptyState level={2} title="No open questions">
          Important keys without a fact, and contradictions, are asked here.
        </EmptyState>
      )}
      {open.map((question, index) => (
        <QuestionCard
          key={question.key}
          projectId={projectId}
          question={question}
          place={`Question ${index + 1} of ${open.length}`}
          onAnswered={(words) => setAnswered(new Map([...answered, [question.key, { question, words }]]))}
        />
      ))}
    </section>
  );
}

const quickAnswers: { quick: QuickAnswer; label: string; yesNo?: true }[] = [
  { quick: "YES", label: "Yes", yesNo: true },
  { quick: "NO", label: "No", yesNo: true },
  { quick: "IDK", label: "Don't know" },
  { quick: "IRRELEVANT", label: "Not relevant" },
];

type QuestionCardProps = {
  projectId: string;
  question: KeyQuestion;
  place: string;
  onAnswered: (words: string) => void;
};

function QuestionCard({ projectId, question, place, onAnswered }: QuestionCardProps) {
  const id = useId();
  const queryClient = useQueryClient();
  const [text, setText] = useStored(`key-answer/${projectId}/${question.key}`);
  const [turnKey] = useState(randomKey);
  const give = useSingleMutation({
    mutationFn: (answer: { quick?: QuickAnswer; text: string }) =>
      client.answerKeys({ params: { projectId }, body: { turnKey, answers: [{ key: question.key, ...answer }] } }),
    onSuccess: (_, answer) => {
      setText("");
      onAnswered(answer.text || (quickAnswers.find(({ quick }) => quick === answer.quick)?.label ?? ""));
      return queryClient.invalidateQueries({ queryKey: keys.knowledge(projectId) });
    },
  });
  const isYesNo = question.valueType === "boolean";
  return (
    <article aria-labelledby={id} className="max-w-[680px] rounded-3 border border-line-2 bg-panel p-4">
      <p className="text-xs text-ink-3">
        {place} · {question.label}
        {question.why === "conflict" && " · in conflict"}
        {question.status === "deferred" && " · you did not know"}
      </p>
      <h2 id={id} className="mt-0.5 font-title" dir="auto">
        {question.question}
      </h2>
      <form
        className="mt-3 flex flex-wrap items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== "") give.mutate({ text: text.trim() });
        }}
      >
        {quickAnswers
          .filter(({ yesNo }) => isYesNo || !yesNo)
          .map(({ quick, label }) => (
            <Button key={quick} small onClick={() => give.mutate({ quick, text: "" })}>
              {label}
            </Button>
          ))}
        <input
          dir="auto"
          aria-label={`Your answer: ${question.question}`}
          placeholder="In your own words"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="h-(--control-height) min-w-0 flex-[1_1_180px] rounded-2 border border-control bg-panel px-2.5 text-sm"
        />
        <Button type="submit" off={text.trim() === ""} busy={give.isPending ? "Saving…" : undefined}>
          Answer
        </Button>
      </form>
      <ErrorLine error={give.error} className="mt-2 text-sm" />
    </article>
  );
}
