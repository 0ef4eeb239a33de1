import { type Connection, nextConnection, noConnection, type Signal } from "./connection.ts";

type EventStreamHandlers = {
  /** The event number to continue from; null: from now. */
  after: number | null;
  onMessage: (text: string) => void;
  /** Everything on the screen may be out of date: fetch it again. */
  onReset: () => void;
  onConnection: (connection: Connection) => void;
};

const backShownFor = 4000;

/**
 * One connection to the server's events, which reconnects by itself. The browser's own reconnection hides when the next
 * attempt is made and gives up permanently on some answers; so every failure closes the stream, and a new one is opened with
 * the last event number.
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
      // Changes between the page's first requests and now have no event number to continue from.
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
      // The cursor is older than the oldest stored event and would be rejected again.
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
    /** The current state, for a tab that joins later. */
    connection: () => state,
    close(): void {
      clearTimeout(retry);
      clearTimeout(settle);
      source?.close();
    },
  };
}
