import type { Connection } from "./connection.ts";
import { createEventStream } from "./event-stream.ts";

type Message =
  | { kind: "message"; text: string }
  | { kind: "reset" }
  | { kind: "connection"; connection: Connection }
  | { kind: "hello" }
  | { kind: "try-now" };

type SharedStreamHandlers = {
  lastSeq: () => number | null;
  onMessage: (text: string) => void;
  onReset: () => void;
  onConnection: (connection: Connection) => void;
};

const name = "dialectic-events";

/**
 * Shares one stream among all tabs. A browser opens only six connections per host, and an event stream occupies one
 * permanently, so the seventh tab would hang. The tab that holds the lock keeps the stream and broadcasts to the others.
 * When it closes, another tab gets the lock and continues after the last event that it has seen.
 */
export function shareEventStream(handlers: SharedStreamHandlers) {
  const channel = new BroadcastChannel(name);
  let stream: ReturnType<typeof createEventStream> | null = null;

  const deliver = (message: Message): void => {
    if (message.kind === "message") handlers.onMessage(message.text);
    if (message.kind === "reset") handlers.onReset();
    if (message.kind === "connection") handlers.onConnection(message.connection);
  };
  const broadcast = (message: Message): void => {
    channel.postMessage(message);
    deliver(message);
  };

  channel.onmessage = ({ data: message }: MessageEvent<Message>) => {
    if (message.kind === "try-now") return stream?.tryNow();
    if (message.kind !== "hello") return deliver(message);
    // Only the tab that holds the stream responds.
    if (stream) channel.postMessage({ kind: "connection", connection: stream.connection() } satisfies Message);
  };

  const hold = (): void => {
    stream = createEventStream({
      after: handlers.lastSeq(),
      onMessage: (text) => broadcast({ kind: "message", text }),
      onReset: () => broadcast({ kind: "reset" }),
      onConnection: (connection) => broadcast({ kind: "connection", connection }),
    });
  };

  // Locks exist only on secure origins (localhost, https). Elsewhere, each tab opens a stream of its own.
  if (navigator.locks) void navigator.locks.request(name, () => new Promise<never>(hold));
  else hold();
  channel.postMessage({ kind: "hello" } satisfies Message);

  return {
    tryNow: (): void => {
      if (stream) stream.tryNow();
      else channel.postMessage({ kind: "try-now" } satisfies Message);
    },
  };
}
