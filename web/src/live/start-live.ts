import type { Event } from "@dialectic/contract";
import type { QueryClient } from "@tanstack/react-query";
import { firstEvent, forgetFirstAnswers } from "../api/first-answers.ts";
import { keys } from "../api/queries.ts";
import { affectedQueries } from "./affected-queries.ts";
import { type Connection, noConnection } from "./connection.ts";
import { type LiveTexts, nextTexts } from "./live-texts.ts";
import { shareEventStream } from "./shared-stream.ts";
import { createThrottle } from "./throttle.ts";
import { whenIdle } from "./when-idle.ts";

export type Live = {
  connection: () => Connection;
  /** The texts that are being written. */
  texts: () => LiveTexts;
  subscribe: (listener: () => void) => () => void;
  tryNow: () => void;
};

/** The minimum time between two refetches of the same query while events arrive. */
const rereadMs = 1000;

/**
 * Keeps the screen up to date: each event invalidates the queries that it affects, and those that are shown are refetched.
 */
export function startLive(queryClient: QueryClient): Live {
  const listeners = new Set<() => void>();
  const first = firstEvent();
  let connection: Connection = { ...noConnection, lastSeq: first };
  let texts: LiveTexts = new Map();
  const notify = (): void => {
    for (const listener of listeners) listener();
  };

  const reread = createThrottle(
    async (queryHash) => {
      const query = queryClient.getQueryCache().get(queryHash);
      // An answer that is already on its way may be older than the event. It is shown first, and then replaced.
      await query?.promise?.catch(() => undefined);
      if (query?.isActive()) await queryClient.refetchQueries({ queryKey: query.queryKey, exact: true });
    },
    { intervalMs: rereadMs, collectMs: 50 },
  );
  const outdated = (queryKey: readonly string[]): void => {
    // A query that no page shows is only marked as stale, and is fetched when a page needs it.
    void queryClient.invalidateQueries({ queryKey, refetchType: "none" });
    for (const query of queryClient.getQueryCache().findAll({ queryKey, type: "active" })) reread(query.queryHash);
  };

  let stream: ReturnType<typeof shareEventStream> | undefined;
  const handlers = {
    lastSeq: () => connection.lastSeq,
    onMessage(text: string) {
      const event: unknown = JSON.parse(text);
      // An unknown event comes from a newer server, so everything may be out of date.
      if (!isEvent(event)) return outdated([]);
      for (const name of affectedQueries(event)) outdated(name);
      const before = texts;
      texts = nextTexts(texts, event);
      if (texts !== before) notify();
    },
    onReset: () => outdated([]),
    onConnection(next: Connection) {
      // Another tab has the stream, and it received events before this tab joined.
      if (connection.phase === "connecting" && first !== null && (next.lastSeq ?? first) > first) outdated([]);
      // Makes any request, to find out whether the server is down or has a new secret.
      if (next.phase === "lost" && connection.phase !== "lost") outdated(keys.inbox);
      // Refetches requests that failed during the outage, because no event repeats them.
      if (next.phase !== "lost" && connection.phase === "lost") {
        void queryClient.refetchQueries({ predicate: (query) => query.state.status === "error" });
      }
      connection = next;
      notify();
    },
  };
  // The stream is opened after the page is rendered. No event is missed, because the stream continues from `first`.
  whenIdle(() => {
    forgetFirstAnswers();
    stream = shareEventStream(handlers);
  });

  return {
    connection: () => connection,
    texts: () => texts,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tryNow: () => stream?.tryNow(),
  };
}

/** Checks only those fields of an event that are used here. */
function isEvent(value: unknown): value is Event {
  if (typeof value !== "object" || value === null) return false;
  const { kind, data } = value as Partial<Event>;
  return typeof kind === "string" && typeof data === "object" && data !== null;
}
