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
  /** What is being written just now. */
  texts: () => LiveTexts;
  subscribe: (listener: () => void) => () => void;
  tryNow: () => void;
};

/** While events stream, each list is read at most this often. */
const rereadMs = 1000;

/** Keeps what is on the screen true: each event marks the answers it concerns as old, and those in use are asked again. */
export function startLive(queryClient: QueryClient): Live {
  const listeners = new Set<() => void>();
  const first = firstEvent();
  let connection: Connection = { ...noConnection, lastSeq: first };
  let texts: LiveTexts = new Map();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };

  const reread = createThrottle(
    async (queryHash) => {
      const query = queryClient.getQueryCache().get(queryHash);
      // An answer on its way may be older than the event, but it is shown before it is replaced.
      await query?.promise?.catch(() => undefined);
      if (query?.isActive()) await queryClient.refetchQueries({ queryKey: query.queryKey, exact: true });
    },
    { intervalMs: rereadMs, collectMs: 50 },
  );
  const outdated = (queryKey: readonly string[]): void => {
    // What no page shows now is only marked: it is read when a page needs it.
    void queryClient.invalidateQueries({ queryKey, refetchType: "none" });
    for (const query of queryClient.getQueryCache().findAll({ queryKey, type: "active" })) reread(query.queryHash);
  };

  let stream: ReturnType<typeof shareEventStream> | undefined;
  const handlers = {
    lastSeq: () => connection.lastSeq,
    onMessage(text: string) {
      const event: unknown = JSON.parse(text);
      // An event of a newer server: what it changed is unknown, so everything may be old.
      if (!isEvent(event)) return outdated([]);
      for (const name of affectedQueries(event)) outdated(name);
      const before = texts;
      texts = nextTexts(texts, event);
      if (texts !== before) tell();
    },
    onReset: () => outdated([]),
    onConnection(next: Connection) {
      // Another tab has the stream and was told of changes before this one could hear of them.
      if (connection.phase === "connecting" && first !== null && (next.lastSeq ?? first) > first) outdated([]);
      // Asking anything tells a server that is away from one that has a new secret.
      if (next.phase === "lost" && connection.phase !== "lost") outdated(keys.inbox);
      // Questions asked while the line was broken failed, and no event will ask them again.
      if (next.phase !== "lost" && connection.phase === "lost") {
        void queryClient.refetchQueries({ predicate: (query) => query.state.status === "error" });
      }
      connection = next;
      tell();
    },
  };
  // Showing the page comes first; events from `first` on are not missed by waiting.
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

/** As much of an event's shape as is used here. */
function isEvent(value: unknown): value is Event {
  if (typeof value !== "object" || value === null) return false;
  const { kind, data } = value as Partial<Event>;
  return typeof kind === "string" && typeof data === "object" && data !== null;
}
