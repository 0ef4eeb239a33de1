import { Event } from "@dialectic/contract";
import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../api/queries.ts";
import { affectedQueries } from "./affected-queries.ts";
import { createBatch } from "./batch.ts";
import { type Connection, noConnection } from "./connection.ts";
import { type LiveTexts, nextTexts } from "./live-texts.ts";
import { shareEventStream } from "./shared-stream.ts";

export type Live = {
  connection: () => Connection;
  /** What is being written just now. */
  texts: () => LiveTexts;
  subscribe: (listener: () => void) => () => void;
  tryNow: () => void;
};

/** Keeps what is on the screen true: each event marks the answers it concerns as old, and those in use are asked again. */
export function startLive(queryClient: QueryClient): Live {
  const listeners = new Set<() => void>();
  let connection: Connection = noConnection;
  let texts: LiveTexts = new Map();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };

  const outdated = createBatch<readonly string[]>(async (names) => {
    const distinct = new Map(names.map((name) => [name.join("/"), name]));
    await Promise.all([...distinct.values()].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  }, 100);

  const stream = shareEventStream({
    lastSeq: () => connection.lastSeq,
    onMessage(text) {
      const event = Event.safeParse(JSON.parse(text));
      // An event of a newer server: what it changed is unknown, so everything may be old.
      if (!event.success) return outdated.add([]);
      for (const name of affectedQueries(event.data)) outdated.add(name);
      const before = texts;
      texts = nextTexts(texts, event.data);
      if (texts !== before) tell();
    },
    onReset: () => outdated.add([]),
    onConnection(next) {
      // Asking anything tells a server that is away from one that has a new secret.
      if (next.phase === "lost" && connection.phase !== "lost") outdated.add(keys.notices);
      // Questions asked while the line was broken failed, and no event will ask them again.
      if (next.phase !== "lost" && connection.phase === "lost") {
        void queryClient.refetchQueries({ predicate: (query) => query.state.status === "error" });
      }
      connection = next;
      tell();
    },
  });

  return {
    connection: () => connection,
    texts: () => texts,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tryNow: stream.tryNow,
  };
}
