import { useQuery, useQueryClient } from "@tanstack/react-query";
import { client } from "../../api/client.ts";
import { ErrorLine } from "../../api/error-message.tsx";
import { keys, modelsQuery } from "../../api/queries.ts";
import { useSingleMutation } from "../../api/use-single-mutation.ts";
import { DraftNote } from "../../parts/drafts/draft-note.tsx";
import { drafts } from "../../parts/drafts/drafts.ts";
import { useDraft } from "../../parts/drafts/use-draft.ts";
import { DollarField } from "../../parts/money/dollar-field.tsx";
import { useBudgetField } from "../../parts/money/use-budget-field.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Choice, Popover } from "../../ui/popover.tsx";
import { useStored } from "../../ui/use-stored.ts";
import { exchangeIdOf } from "./exchange-id-of.ts";

type ComposerProps = {
  projectId: string;
  /** Null: the message starts a new conversation. */
  conversationId: string | null;
  /** The conversation's model; undefined: not known yet. */
  usualModel: string | undefined;
  onStarted: (conversationId: string) => void;
};

/** The field for a message. The text is a draft of this browser until the server has it. */
export function Composer({ projectId, conversationId, usualModel, onStarted }: ComposerProps) {
  const field = useDraft({ kind: "message", conversationId, projectId }, { text: "" });
  const [stored, storeModel] = useStored("chat.model");
  const { data: known = [] } = useQuery(modelsQuery);
  const models = known.filter(({ ready }) => ready);
  const wanted = [stored, usualModel].find((id) => models.some((one) => one.id === id));
  const model = models.find(({ id }) => id === wanted) ?? models[0];
  const budget = useBudgetField();
  const queryClient = useQueryClient();
  const isEmpty = field.text.trim() === "";

  const send = useSingleMutation({
    mutationFn: async ({ text, draftId, budget }: { text: string; draftId: string; budget: string | undefined }) => {
      if (!model) throw new Error("No model is ready.");
      const body = { id: exchangeIdOf(draftId), text, model: model.id, ...(budget !== undefined && { budget }) };
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
  const create = async (text: string, modelId: string): Promise<string> => {
    const title = firstLine(text);
    const created = await client.createConversation({ body: { projectId, model: modelId, ...(title && { title }) } });
    return created.id;
  };
  const press = () => {
    const cap = budget.read();
    if (isEmpty || !model || !field.draft || !cap.ok) return;
    send.mutate({ text: field.text, draftId: field.draft.id, budget: model.free ? undefined : cap.budget });
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
        <textarea
          aria-label="Message"
          dir="auto"
          rows={2}
          value={field.text}
          placeholder="Ask, or say what should change"
          onChange={(event) => field.type(event.target.value)}
          onKeyDown={(event) => {
            // Enter sends, Shift+Enter starts a new line; Enter that ends the input of a character does neither.
            if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            press();
          }}
          className="block field-sizing-content max-h-[40vh] min-h-14 w-full resize-none rounded-t-3 px-3 pt-2.5 text-sm outline-none"
        />
        <div className="flex items-center gap-1.5 p-1.5">
          {model && (
            <Popover label="Model" button={<bdi className="max-w-36 truncate">{model.id}</bdi>}>
              {models.map(({ id, about, free }) => (
                <Choice
                  key={id}
                  kind="radio"
                  name="chat-model"
                  checked={id === model.id}
                  onChange={() => storeModel(id)}
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
                label="The most that one answer may cost"
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
            off={isEmpty || !model}
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

/** What a list of conversations shows: the start of the first message. */
function firstLine(text: string): string {
  const line = text.trim().split("\n", 1)[0]?.trim() ?? "";
  return line.length <= longestTitle
    ? line
    : `${line
        .slice(0, longestTitle - 1)
        .toWellFormed()
        .trim()}…`;
}
