import { type Connection, nextConnection, noConnection, type Signal } from "./connection.ts";

type EventStreamHandlers = {
  /** The event number to continue from; null to start with new events. */
  after: number | null;
  onMessage: (text: string) => void;
  /** Called when everything on the screen may be out of date and has to be fetched again. */
  onReset: () => void;
  onConnection: (connection: Connection) => void;
};

const backShownFor = 4000;

/**
 * One connection to the server's events, which reconnects automatically. The browser's own reconnection hides the time
 * of the next attempt and gives up permanently on some answers. So every failure closes the stream, and a new stream is
 * opened with the last event number.
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
      // Changes since the page's first requests may have been missed, because there was no event number to continue
      // from.
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
