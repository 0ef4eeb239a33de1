import type { KeyQuestion, QuickAnswer } from "@dialectic/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState, useSyncExternalStore } from "react";
import { client } from "../../api/client.ts";
import { ErrorLine } from "../../api/error-message.tsx";
import { keyQuestionsQuery } from "../../api/facts-queries.ts";
import { createIntentKeys } from "../../api/intent-keys.ts";
import { LoadError } from "../../api/paging.tsx";
import { keys } from "../../api/queries.ts";
import { useSingleMutation } from "../../api/use-single-mutation.ts";
import { DraftNote } from "../../parts/drafts/draft-note.tsx";
import { drafts, storage } from "../../parts/drafts/drafts.ts";
import { useDraft } from "../../parts/drafts/use-draft.ts";
import { randomKey } from "../../parts/money/top-up-keys.ts";
import { Button } from "../../ui/button.tsx";
import { formatNumber } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Loading } from "../../ui/page/skeleton.tsx";

/**
 * The questions of a project. An answer about a key becomes a fact immediately, without a model. Each answer is
 * sent immediately, or several answers are sent together with an additional text, as one turn.
 */
export function KeyQuestions({ projectId }: { projectId: string }) {
  const query = useQuery(keyQuestionsQuery(projectId));
  const [answered, setAnswered] = useState<ReadonlyMap<string, { question: KeyQuestion; words: string }>>(new Map());
  const [isSet, setIsSet] = useState(false);
  const [quicks, setQuicks] = useState<Quicks>({});
  if (!query.data) {
    return query.error ? <LoadError query={query} /> : <Loading what="Looking for questions" className="p-6" />;
  }
  const open = query.data.filter(({ id }) => !answered.has(id));
  const onAnswered = (given: readonly { question: KeyQuestion; words: string }[]) =>
    setAnswered(new Map([...answered, ...given.map((one) => [one.question.id, one] as const)]));
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <section
        aria-label="Questions"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className="min-h-0 flex-1 space-y-3 overflow-auto p-6 -outline-offset-2 max-mid:p-4"
      >
        {open.length > 1 && (
          <label className="flex items-center gap-2 text-sm text-ink-2">
            <input type="checkbox" checked={isSet} onChange={(event) => setIsSet(event.target.checked)} />
            Answer several together, as one turn
          </label>
        )}
        {[...answered.values()].map(({ question, words }) => (
          <p key={question.id} className="flex max-w-[680px] items-baseline gap-2 text-sm text-ink-2">
            <Icon name="check" size={14} className="translate-y-0.5" />
            <span className="min-w-0 flex-1">
              {question.question} <b className="font-strong text-ink">{words}</b>
            </span>
          </p>
        ))}
        {open.length === 0 && (
          <EmptyState level={2} title="No open questions">
            Questions about important missing facts and about conflicts appear here.
          </EmptyState>
        )}
        {open.map((question, index) => (
          <QuestionCard
            key={question.id}
            projectId={projectId}
            question={question}
            place={`Question ${index + 1} of ${open.length}`}
            chosen={
              isSet
                ? { quick: quicks[question.id], set: (quick) => setQuicks({ ...quicks, [question.id]: quick }) }
                : null
            }
            onAnswered={(words) => onAnswered([{ question, words }])}
          />
        ))}
      </section>
      {isSet && open.length > 0 && (
        <AnswerSet
          projectId={projectId}
          open={open}
          quicks={quicks}
          onAnswered={(given) => {
            setQuicks({});
            onAnswered(given);
          }}
        />
      )}
    </div>
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
  /** The quick answer chosen so far, if several answers are to be sent together; null if each answer is sent immediately. */
  chosen: { quick: QuickAnswer | undefined; set: (quick: QuickAnswer | undefined) => void } | null;
  onAnswered: (words: string) => void;
};

const turnKeys = createIntentKeys("answer-key", { newKey: randomKey, storage });

function QuestionCard({ projectId, question, place, chosen, onAnswered }: QuestionCardProps) {
  const id = useId();
  const queryClient = useQueryClient();
  const field = useDraft({ kind: "key-answer", projectId, key: question.id }, { text: "" });
  const { text } = field;
  // Typed text is sent along with a quick answer, because both are part of what the user says.
  const give = useSingleMutation({
    mutationFn: ({ quick, typed }: { quick?: QuickAnswer; typed: string }) => {
      const answer = { question: question.id, ...(quick && { quick }), text: typed.trim() };
      const turnKey = turnKeys.keyFor(JSON.stringify([projectId, answer]));
      return client.answerKeys({ params: { projectId }, body: { turnKey, answers: [answer] } });
    },
    onSuccess: (_, { quick, typed }) => {
      turnKeys.done();
      drafts.settle(field.subject, typed);
      onAnswered(inWords(quick, typed));
      return queryClient.invalidateQueries({ queryKey: keys.knowledge(projectId) });
    },
  });
  const isYesNo = question.valueType === "boolean" || question.key === null;
  return (
    <article aria-labelledby={id} className="max-w-[680px] rounded-3 border border-line-2 bg-panel p-4">
      <p className="text-xs text-ink-3">
        {place} · {question.label}
        {question.why === "conflict" && " · in conflict"}
        {question.why === "document" && " · a document asks"}
        {question.why === "added" && question.model && ` · asked by ${question.model}`}
        {question.status === "deferred" && " · you did not know"}
      </p>
      <h2 id={id} className="mt-0.5 font-title" dir="auto">
        {question.question}
      </h2>
      <form
        className="mt-3 flex flex-wrap items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!chosen && text.trim() !== "") give.mutate({ typed: text });
        }}
      >
        {quickAnswers
          .filter(({ yesNo }) => isYesNo || !yesNo)
          .map(({ quick, label }) => (
            <Button
              key={quick}
              small
              {...(chosen && {
                "aria-pressed": chosen.quick === quick,
                variant: chosen.quick === quick ? "primary" : "plain",
              })}
              onClick={() =>
                chosen ? chosen.set(chosen.quick === quick ? undefined : quick) : give.mutate({ quick, typed: text })
              }
            >
              {label}
            </Button>
          ))}
        <input
          dir="auto"
          aria-label={`Your answer: ${question.question}`}
          placeholder="In your own words"
          value={text}
          onChange={(event) => field.type(event.target.value)}
          className="h-(--control-height) min-w-0 flex-[1_1_180px] rounded-2 border border-control bg-panel px-2.5 text-sm"
        />
        {!chosen && (
          <Button type="submit" off={text.trim() === ""} busy={give.isPending ? "Saving…" : undefined}>
            Answer
          </Button>
        )}
      </form>
      <DraftNote field={field} />
      <ErrorLine error={give.error} className="mt-2 text-sm" />
    </article>
  );
}

type Quicks = Record<string, QuickAnswer | undefined>;
type AnswerSetProps = {
  projectId: string;
  open: readonly KeyQuestion[];
  quicks: Quicks;
  onAnswered: (given: { question: KeyQuestion; words: string }[]) => void;
};

/** Sends all answers that were typed or chosen, and an additional text, as one turn. */
function AnswerSet({ projectId, open, quicks, onAnswered }: AnswerSetProps) {
  const queryClient = useQueryClient();
  const [chat, setChat] = useState("");
  useSyncExternalStore(drafts.subscribe, drafts.revision);
  const given = open.flatMap((question) => {
    const typed = drafts.read({ kind: "key-answer", projectId, key: question.id })?.text ?? "";
    const quick = quicks[question.id];
    return quick || typed.trim() !== "" ? [{ question, typed, quick }] : [];
  });
  const give = useSingleMutation({
    mutationFn: (set: typeof given) => {
      const answers = set.map(({ question, typed, quick }) => ({
        ...{ question: question.id, text: typed.trim() },
        ...(quick && { quick }),
      }));
      const turnKey = turnKeys.keyFor(JSON.stringify([projectId, answers, chat]));
      return client.answerKeys({ params: { projectId }, body: { turnKey, answers, chat: chat.trim() } });
    },
    onSuccess: (_, set) => {
      turnKeys.done();
      for (const { question, typed } of set) drafts.settle({ kind: "key-answer", projectId, key: question.id }, typed);
      setChat("");
      onAnswered(set.map(({ question, typed, quick }) => ({ question, words: inWords(quick, typed) })));
      return queryClient.invalidateQueries({ queryKey: keys.knowledge(projectId) });
    },
  });
  return (
    <div className="flex flex-none flex-wrap items-end gap-3 border-t border-line px-6 py-3 max-mid:px-4">
      <label className="flex min-w-0 flex-[1_1_260px] flex-col gap-1 text-xs text-ink-2">
        Anything else?
        <textarea
          dir="auto"
          rows={1}
          value={chat}
          onChange={(event) => setChat(event.target.value)}
          className="min-h-(--control-height) resize-y rounded-2 border border-control bg-panel px-2.5 py-1.5 text-sm text-ink"
        />
      </label>
      <Button
        variant="primary"
        off={given.length === 0}
        busy={give.isPending ? "Saving…" : undefined}
        onClick={() => give.mutate(given)}
      >
        {given.length === 0 ? "Send answers" : `Send ${formatNumber(given.length, "answer")}`}
      </Button>
      <ErrorLine error={give.error} className="w-full text-sm" />
    </div>
  );
}

const inWords = (quick: QuickAnswer | undefined, typed: string): string =>
  [quickAnswers.find((one) => one.quick === quick)?.label, typed.trim()].filter(Boolean).join(". ");
