import { type Connection, nextConnection, noConnection, type Signal } from "./connection.ts";

type EventStreamHandlers = {
  /** The number of the event after which to continue; null to start with new events. */
  after: number | null;
  onMessage: (text: string) => void;
  /** Called when everything on the screen may be out of date and must be fetched again. */
  onReset: () => void;
  onConnection: (connection: Connection) => void;
};

const backShownFor = 4000;

/**
 * One connection to the server's events, which reconnects automatically. The browser's own reconnection is not used, because
 * it hides the time of the next attempt and gives up for good after some responses. Instead, every failure closes the
 * stream, and a new one is opened with the number of the last event.
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
      // Changes since the page's first requests may have been missed, because there was no event number from which to
      // continue.
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
      // `lastSeq` is lower than the number of the oldest stored event, so the server would reject it again.
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
    /** The current state, for tabs that join later. */
    connection: () => state,
    close(): void {
      clearTimeout(retry);
      clearTimeout(settle);
      source?.close();
    },
  };
}
