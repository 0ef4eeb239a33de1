import type { Conversation } from "@dialectic/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { conversationsQuery } from "../../api/conversation-queries.ts";
import { Button } from "../../ui/button.tsx";
import { formatAge, formatMoney, formatNumber } from "../../ui/format.ts";
import { Choice, Popover } from "../../ui/popover.tsx";

type ConversationPickerProps = {
  projectId: string;
  /** Undefined for a new conversation. */
  conversation: Conversation | undefined;
  onOpen: (conversationId: string) => void;
};

/** Shows the name of the open conversation and the list of the others. */
export function ConversationPicker({ projectId, conversation, onOpen }: ConversationPickerProps) {
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(conversationsQuery(projectId));
  const known = data?.pages.flatMap(({ items }) => items) ?? [];
  const title = conversation?.title ?? "New conversation";
  if (known.length === 0) return <h2 className="min-w-0 truncate font-title">{title}</h2>;
  return (
    <>
      <h2 className="sr-only">{title}</h2>
      <Popover label="Conversations" button={<bdi className="max-w-52 truncate">{title}</bdi>}>
        {known.map((one) => (
          <Choice
            key={one.id}
            kind="radio"
            name="conversation"
            checked={one.id === conversation?.id}
            onChange={() => onOpen(one.id)}
            title={one.title}
            about={`${formatNumber(one.exchanges, "question")} · ${formatMoney(one.spend)} · ${formatAge(one.changedAt, Date.now())}`}
          />
        ))}
        {hasNextPage && (
          <Button small variant="quiet" wide onClick={() => void fetchNextPage()}>
            Show earlier conversations
          </Button>
        )}
      </Popover>
    </>
  );
}
