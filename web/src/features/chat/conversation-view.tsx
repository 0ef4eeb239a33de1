import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { exchangesQuery } from "../../api/conversation-queries.ts";
import { ErrorLine } from "../../api/error-message.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Loading } from "../../ui/page/skeleton.tsx";
import { ExchangeView } from "./exchange-view.tsx";
import type { Asking } from "./use-asking.ts";

/** A reader who is within this distance of the end is assumed to follow the newest text. */
const nearEndPx = 48;

const scrollToEnd = (pane: HTMLElement | null): void => pane?.scrollTo({ top: pane.scrollHeight });

type ConversationViewProps = { conversationId: string; asking: Asking; onFork: (conversationId: string) => void };

/** The exchanges of a conversation, oldest first. Scrolls to new text only if the reader is at the end. */
export function ConversationView({ conversationId, asking, onFork }: ConversationViewProps) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    exchangesQuery(conversationId),
  );
  const pane = useRef<HTMLElement>(null);
  const content = useRef<HTMLOListElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const atEnd = useRef(true);
  const isLoaded = data !== undefined;

  useEffect(() => {
    if (!isLoaded || !content.current) return;
    scrollToEnd(pane.current);
    const grown = new ResizeObserver(() => {
      if (atEnd.current) scrollToEnd(pane.current);
    });
    grown.observe(content.current);
    return () => grown.disconnect();
  }, [isLoaded]);

  const onScroll = () => {
    const { scrollTop, clientHeight, scrollHeight } = pane.current ?? document.documentElement;
    atEnd.current = scrollHeight - scrollTop - clientHeight < nearEndPx;
    setIsAtEnd(atEnd.current);
  };

  if (!data) {
    return (
      <div className="min-h-0 flex-1 overflow-auto p-4">
        {error ? <ErrorLine error={error} /> : <Loading what="Opening the conversation" />}
      </div>
    );
  }
  const exchanges = data.pages.flatMap(({ items }) => items).reverse();
  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={pane}
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        onScroll={onScroll}
        className="h-full overflow-auto -outline-offset-2"
      >
        {hasNextPage && (
          <p className="p-3 text-center">
            <Button small busy={isFetchingNextPage ? "Loading…" : undefined} onClick={() => void fetchNextPage()}>
              Show earlier questions
            </Button>
          </p>
        )}
        <ol ref={content}>
          {exchanges.map((exchange) => (
            <li key={exchange.id} className="border-b border-line">
              <ExchangeView exchange={exchange} asking={asking} onFork={onFork} />
            </li>
          ))}
        </ol>
      </section>
      {!isAtEnd && (
        <Button
          small
          className="absolute! inset-x-0 bottom-2 mx-auto w-fit shadow-pop"
          onClick={() => scrollToEnd(pane.current)}
        >
          <Icon name="down" size={12} />
          Jump to the latest
        </Button>
      )}
    </div>
  );
}
