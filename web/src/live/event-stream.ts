import { type Connection, nextConnection, noConnection, type Signal } from "./connection.ts";

type EventStreamHandlers = {
  /** The number to go on from; null: from now. */
  after: number | null;
  onMessage: (text: string) => void;
  /** Everything on the screen may be old: fetch it again. */
  onReset: () => void;
  onConnection: (connection: Connection) => void;
};

const backShownFor = 4000;

/**
 * One connection to the server's events, mended by itself. The browser would reconnect on its own, but hides
 * when it tries next and gives up for good on some answers; so each break closes it, and a new one is opened
 * with the number to go on from.
 */
export function createEventStream({ after, onMessage, onReset, onConnection }: EventStreamHandlers) {
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let settle: ReturnType<typeof setTimeout> | undefined;
  let state: Connection = { ...noConnection, lastSeq: after };

  const signal = (happened: Signal): void => {
    state = nextConnection(state, happened);
    onConnection(state);
  };

  const open = (): void => {
    clearTimeout(retry);
    source?.close();
    const fromNow = state.lastSeq === null;
    const stream = new EventSource(fromNow ? "/api/events" : `/api/events?after=${state.lastSeq}`);
    source = stream;
    stream.onopen = () => {
      signal({ kind: "opened" });
      // What changed between the page's first questions and this moment has no number to go on from.
      if (fromNow) onReset();
      clearTimeout(settle);
      settle = setTimeout(() => signal({ kind: "settled" }), backShownFor);
    };
    stream.onmessage = (message: MessageEvent<string>) => {
      const seq = Number(message.lastEventId);
      if (Number.isSafeInteger(seq)) signal({ kind: "received", seq });
      onMessage(message.data);
    };
    stream.addEventListener("reset", () => {
      // The cursor is older than what is kept: it would be refused again and again.
      state = { ...state, lastSeq: null };
      onReset();
    });
    stream.onerror = () => {
      stream.close();
      clearTimeout(settle);
      signal({ kind: "failed", at: Date.now() });
      retry = setTimeout(open, (state.nextTryAt ?? 0) - Date.now());
    };
  };

  open();
  return {
    tryNow: open,
    /** What a newcomer needs to know. */
    connection: () => state,
    close(): void {
      clearTimeout(retry);
      clearTimeout(settle);
      source?.close();
    },
  };
}
