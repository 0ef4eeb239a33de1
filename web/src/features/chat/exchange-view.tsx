import type { Exchange } from "@dialectic/contract";
import { useQueryClient } from "@tanstack/react-query";
import { client } from "../../api/client.ts";
import { ErrorLine } from "../../api/error-message.tsx";
import { keys } from "../../api/queries.ts";
import { useSingleMutation } from "../../api/use-single-mutation.ts";
import { Button } from "../../ui/button.tsx";
import { formatMoney, formatTime } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { DocumentText } from "../../ui/markdown/markdown.tsx";
import { assignMarks } from "../../ui/marks/assign-marks.ts";
import { hueOf, ModelName } from "../../ui/marks/model-mark.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { ActionCard } from "./action-card.tsx";
import { ContextDetails, RecordedTools, ToolDetails } from "./exchange-details.tsx";
import { plainMentions } from "./mentions.ts";
import { MessageText } from "./message-text.tsx";
import { type Asking, asRequest } from "./use-asking.ts";
import { useItems } from "./use-items.ts";
import { useLiveExchange } from "./use-live-exchange.ts";

type ExchangeViewProps = { exchange: Exchange; asking: Asking; onFork: (conversationId: string) => void };

/** One request and its answer, which may be streaming, complete, failed or stopped. */
export function ExchangeView({ exchange, asking, onFork }: ExchangeViewProps) {
  const { model, number, userText, startedAt, status } = exchange;
  const mark = assignMarks([model]).get(model);
  return (
    <article aria-label={`Question ${number}`} className="space-y-3 px-4 py-3.5">
      <div>
        <p className="mb-1 flex items-baseline gap-2 text-xs text-ink-3">
          <b className="text-sm font-title text-ink">You</b>
          <time dateTime={startedAt} className="ms-auto">
            {formatTime(startedAt)}
          </time>
        </p>
        <MessageText text={userText} />
      </div>
      <div className={hueOf(mark)}>
        <p className="mb-1 flex items-baseline gap-2 text-xs text-ink-3">
          <ModelName mark={mark} name={model} />
          {status !== "in_progress" && <span className="ms-auto tabular-nums">{costOf(exchange)}</span>}
        </p>
        {status === "in_progress" ? (
          <LiveAnswer exchange={exchange} />
        ) : (
          <Answer exchange={exchange} asking={asking} onFork={onFork} />
        )}
      </div>
    </article>
  );
}

/** If there is no answer, a cost of zero does not mean that the model is free. */
const costOf = ({ status, metrics: { spend } }: Exchange): string =>
  status !== "completed" && spend === "0" ? "not charged" : formatMoney(spend);

function LiveAnswer({ exchange: { id, conversationId } }: { exchange: Exchange }) {
  const queryClient = useQueryClient();
  const reread = () => void queryClient.invalidateQueries({ queryKey: keys.conversation(conversationId) });
  const live = useLiveExchange(id, reread);
  const stop = useSingleMutation({
    mutationFn: () => client.abortExchange({ params: { exchangeId: id } }),
    onSettled: reread,
  });
  return (
    <div className="space-y-2">
      <ToolDetails tools={live.tools} />
      {live.text === "" ? (
        <p role="status" className="flex items-center gap-2 text-sm text-ink-2">
          <Spinner />
          {live.waiting ? describeWait(live.waiting) : live.tools.length > 0 ? "Reading the results" : "Thinking"}
        </p>
      ) : (
        <div className="live-text" aria-live="off">
          <ChatText text={live.text} />
        </div>
      )}
      <Button small busy={stop.isPending ? "Stopping…" : undefined} onClick={() => stop.mutate()}>
        <Icon name="stop" size={12} />
        Stop
      </Button>
      <ErrorLine error={stop.error} className="text-xs" />
    </div>
  );
}

/** `reason` is "rate-limited" or the code of a temporary error. */
const describeWait = (reason: string): string =>
  /rate.limited/.test(reason)
    ? "Waiting: the model's rate limit is reached"
    : "The model cannot be reached. Trying again";

const endings = { failed: "No answer", aborted: "Stopped before the answer was complete" } as const;

function Answer({ exchange, asking, onFork }: ExchangeViewProps) {
  const { id, conversationId, number, status, answer, error, finishReason, actions, context, tools } = exchange;
  const queryClient = useQueryClient();
  const retry = useSingleMutation({
    mutationFn: (body: ReturnType<typeof asRequest> | Record<string, never>) =>
      client.retryExchange({ params: { exchangeId: id }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.conversation(conversationId) }),
  });
  const fork = useSingleMutation({
    mutationFn: () => client.forkConversation({ params: { conversationId }, body: { upTo: number } }),
    onSuccess: (copy) => onFork(copy.id),
  });
  const askAgain = () => {
    const cap = asking.budget.read();
    if (cap.ok) retry.mutate(asking.model ? asRequest(asking.model, cap.budget) : {});
  };
  return (
    <div className="space-y-2.5">
      {status === "completed" ? (
        <ChatText text={answer ?? ""} />
      ) : (
        <p className="rounded-3 border border-bad-line bg-bad-soft px-3 py-2 text-sm">
          <b className="font-strong">{endings[status === "failed" ? "failed" : "aborted"]}.</b> {error?.message}
        </p>
      )}
      {finishReason === "length" && (
        <p className="text-xs text-ink-2">The answer was cut off at the model's output limit. Ask it to continue.</p>
      )}
      {actions.map((action) => (
        <ActionCard key={action.id} action={action} conversationId={conversationId} />
      ))}
      <div className="flex flex-wrap items-center gap-1.5">
        <ContextDetails used={context} />
        <RecordedTools exchangeId={id} tools={tools} />
        <span className="ms-auto flex">
          <Button
            small
            square
            variant="quiet"
            aria-label={`Ask question ${number} again`}
            title={asking.model && `Ask again with ${asking.model.id}`}
            busy={retry.isPending ? "" : undefined}
            onClick={askAgain}
          >
            <Icon name="again" size={14} />
          </Button>
          {status === "completed" && (
            <Button
              small
              square
              variant="quiet"
              aria-label={`Copy the conversation up to question ${number} into a new one`}
              busy={fork.isPending ? "" : undefined}
              onClick={() => fork.mutate()}
            >
              <Icon name="fork" size={14} />
            </Button>
          )}
        </span>
      </div>
      <ErrorLine error={retry.error ?? fork.error} className="text-xs" />
    </div>
  );
}

/** Answers use the typeface of the interface, because they are not part of the plan. */
const ChatText = ({ text }: { text: string }) => (
  <div className="chat-text">
    <DocumentText markdown={plainMentions(text, useItems() ?? [])} under={3} inCard />
  </div>
);
