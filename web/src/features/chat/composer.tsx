import type { ModelInfo } from "@dialectic/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { client } from "../../api/client.ts";
import { conversationQuery } from "../../api/conversation-queries.ts";
import { ErrorLine } from "../../api/error-message.tsx";
import { keys, modelsQuery } from "../../api/queries.ts";
import { useSingleMutation } from "../../api/use-single-mutation.ts";
import { DraftNote } from "../../parts/drafts/draft-note.tsx";
import { drafts } from "../../parts/drafts/drafts.ts";
import { useDraft } from "../../parts/drafts/use-draft.ts";
import { DollarField } from "../../parts/money/dollar-field.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon, LineIcon } from "../../ui/icon.tsx";
import { Choice, Popover } from "../../ui/popover.tsx";
import { MentionField } from "./mention-field.tsx";
import { encodeMentions } from "./mentions.ts";
import { type Asking, asRequest, pickModel } from "./use-asking.ts";
import { useItems } from "./use-items.ts";

const mentionIcon = "M10.5 8a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zm0 0c0 2.5 3 2.3 3-.3A5.5 5.5 0 1 0 10.8 12.7";

type ComposerProps = {
  projectId: string;
  /** Null if the message starts a new conversation. */
  conversationId: string | null;
  asking: Asking;
  onStarted: (conversationId: string) => void;
};

/** The input field for a message. Its text is kept as a draft in this browser until the server has received it. */
export function Composer({ projectId, conversationId, asking, onStarted }: ComposerProps) {
  const { models, model, budget } = asking;
  const field = useDraft({ kind: "message", conversationId, projectId }, { text: "" });
  const queryClient = useQueryClient();
  const isEmpty = field.text.trim() === "";
  const items = useItems() ?? [];
  const area = useRef<HTMLTextAreaElement>(null);

  const send = useSingleMutation({
    mutationFn: async ({ text, draftId, cap }: { text: string; draftId: string; cap: string | undefined }) => {
      // If Enter is pressed before the models are loaded, the message is sent as soon as they are.
      const model = await modelToAsk();
      const body = { id: exchangeIdOf(draftId), text: encodeMentions(text, items), ...asRequest(model, cap) };
      const id = conversationId ?? (await create(text, model.id));
      await client.startExchange({ params: { conversationId: id }, body });
      return { id, text };
    },
    onSuccess: async ({ id, text }) => {
      drafts.settle(field.subject, text);
      if (id !== conversationId) onStarted(id);
      await queryClient.invalidateQueries({ queryKey: keys.conversation(id) });
    },
  });
  const modelToAsk = async (): Promise<ModelInfo> => {
    const [all, conversation] = await Promise.all([
      queryClient.ensureQueryData(modelsQuery),
      conversationId === null ? undefined : queryClient.ensureQueryData(conversationQuery(conversationId)),
    ]);
    const ready = all.filter((one) => one.ready);
    const chosen = pickModel(ready, [asking.stored, conversation?.model]);
    if (!chosen) throw new Error("No model is ready. Add a key or a model on the Models page.");
    return chosen;
  };
  const create = async (text: string, modelId: string): Promise<string> => {
    const title = firstLine(text);
    const created = await client.createConversation({ body: { projectId, model: modelId, ...(title && { title }) } });
    return created.id;
  };
  /** Inserts an `@` at the caret, so that the field offers items. */
  const startMention = () => {
    area.current?.focus();
    const before = field.text.slice(0, area.current?.selectionStart ?? field.text.length);
    document.execCommand("insertText", false, before === "" || /\s$/.test(before) ? "@" : " @");
  };
  const press = () => {
    const cap = budget.read();
    if (isEmpty || !field.draft || !cap.ok) return;
    send.mutate({ text: field.text, draftId: field.draft.id, cap: cap.budget });
  };

  return (
    <form
      className="flex-none border-t border-line p-3"
      onSubmit={(event) => {
        event.preventDefault();
        press();
      }}
    >
      <div className="rounded-3 border border-control bg-panel has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-offset-1 has-[textarea:focus-visible]:outline-ink">
        <MentionField text={field.text} items={items} onType={field.type} onSend={press} field={area} />
        <div className="flex items-center gap-1.5 p-1.5">
          {items.length > 0 && (
            <Button small square variant="quiet" aria-label="Mention an item" onClick={startMention}>
              <LineIcon path={mentionIcon} size={14} />
            </Button>
          )}
          {model && (
            <Popover above label="Model" button={<bdi className="max-w-36 truncate">{model.id}</bdi>}>
              {models.map(({ id, about, free }) => (
                <Choice
                  key={id}
                  kind="radio"
                  name="chat-model"
                  checked={id === model.id}
                  onChange={() => asking.chooseModel(id)}
                  title={id}
                  about={free ? `${about} Free.` : about}
                />
              ))}
            </Popover>
          )}
          {model && !model.free && (
            <span className="flex items-center gap-1 text-xs text-ink-3">
              at most
              <DollarField
                label="The maximum cost of one answer"
                unlabelled
                small
                value={budget.typed}
                placeholder="2.00"
                onChange={budget.type}
                problem={budget.problem}
              />
            </span>
          )}
          <Button
            type="submit"
            small
            square
            variant="primary"
            className="ms-auto"
            aria-label="Send"
            off={isEmpty}
            busy={send.isPending ? "" : undefined}
          >
            <Icon name="send" size={14} />
          </Button>
        </div>
      </div>
      <DraftNote field={field} />
      <ErrorLine error={send.error} className="text-xs" />
    </form>
  );
}

const longestTitle = 80;

/** The title of a conversation in lists: the beginning of its first message. */
function firstLine(text: string): string {
  const line = text.trim().split("\n", 1)[0]?.trim() ?? "";
  return line.length <= longestTitle
    ? line
    : `${line
        .slice(0, longestTitle - 1)
        .toWellFormed()
        .trim()}…`;
}

/**
 * The id of the exchange that a draft becomes: a version 8 UUID made from the draft's random key. The same draft may be sent
 * again, after a lost answer or from another tab. Because its id is then the same, the server starts only one exchange.
 */
function exchangeIdOf(draftKey: string): string {
  const hex = draftKey.replaceAll("-", "");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
