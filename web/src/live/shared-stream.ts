import type { Connection } from "./connection.ts";
import { createEventStream } from "./event-stream.ts";

type Told =
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
 * One stream for all tabs. A browser opens six connections to a host, and an event stream keeps its own for
 * ever: the seventh tab would hang. The tab that holds the lock keeps the stream and tells the others; when it
 * closes, the lock passes on, and the next one goes on from the number it has seen.
 */
export function shareEventStream(handlers: SharedStreamHandlers) {
  const channel = new BroadcastChannel(name);
  let stream: ReturnType<typeof createEventStream> | null = null;

  const hear = (told: Told): void => {
    if (told.kind === "message") handlers.onMessage(told.text);
    if (told.kind === "reset") handlers.onReset();
    if (told.kind === "connection") handlers.onConnection(told.connection);
  };
  const tell = (told: Told): void => {
    channel.postMessage(told);
    hear(told);
  };

  channel.onmessage = ({ data: told }: MessageEvent<Told>) => {
    if (told.kind === "try-now") return stream?.tryNow();
    if (told.kind !== "hello") return hear(told);
    // Only whoever holds the stream answers; the others hear what they know already.
    if (stream) channel.postMessage({ kind: "connection", connection: stream.connection() } satisfies Told);
  };

  const hold = (): void => {
    stream = createEventStream({
      after: handlers.lastSeq(),
      onMessage: (text) => tell({ kind: "message", text }),
      onReset: () => tell({ kind: "reset" }),
      onConnection: (connection) => tell({ kind: "connection", connection }),
    });
  };

  // Locks exist on safe origins only (this machine, https); elsewhere each tab keeps a stream of its own.
  if (navigator.locks) void navigator.locks.request(name, () => new Promise<never>(hold));
  else hold();
  channel.postMessage({ kind: "hello" } satisfies Told);

  return {
    tryNow: (): void => {
      if (stream) stream.tryNow();
      else channel.postMessage({ kind: "try-now" } satisfies Told);
    },
  };
}
