import { setTimeout as wait } from "node:timers/promises";
import { Event, type SessionId } from "@dialectic/contract";
import type { EventSourceMessage } from "eventsource-parser/stream";
import { AppError } from "#platform";
import type { Link } from "../connect/connect.ts";
import { eventMessages } from "../connect/event-messages.ts";

export type Watch = Disposable & {
  /** Resolves when the session may have changed since the last call, at the latest after two seconds. */
  change(): Promise<void>;
};

const atLatestMs = 2_000;
/** Ten reads per second look live. More would slow down the database, which the jobs use as well. */
const betweenLooksMs = 100;
const reconnectMs = 500;
const givingUpAfter = 20;

/**
 * Subscribes to the events of one session. Only their arrival matters: it signals that the session should be read
 * again.
 */
export function watchSession(link: Pick<Link, "send">, sessionId: SessionId): Watch {
  const ending = new AbortController();
  let changed = Promise.withResolvers<void>();
  const reading = readEvents(link, ending.signal, (message) => {
    if (concerns(message, sessionId)) changed.resolve();
  });
  reading.catch((error: unknown) => changed.reject(error));
  changed.promise.catch(() => undefined); // an error is thrown by the next call of change()

  return {
    async change() {
      await wait(betweenLooksMs);
      // This timer keeps the process alive while the server shuts down and there is no connection.
      const late = new AbortController();
      const timer = wait(atLatestMs, undefined, { signal: late.signal });
      await Promise.race([changed.promise, timer]).finally(() => late.abort());
      changed = Promise.withResolvers<void>();
      changed.promise.catch(() => undefined);
    },
    [Symbol.dispose]: () => ending.abort(),
  };
}

/** Reconnects after an interruption with the last event number; gives up after many failures. */
async function readEvents(
  link: Pick<Link, "send">,
  signal: AbortSignal,
  onMessage: (message: EventSourceMessage) => void,
): Promise<void> {
  let last: string | undefined;
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      const response = await link.send("/api/events", { headers: last ? { "last-event-id": last } : {}, signal });
      if (!response.ok || !response.body) throw new Error(`The event stream answered with status ${response.status}.`);
      for await (const message of eventMessages(response.body, signal)) {
        failures = 0;
        last = message.id ?? last;
        onMessage(message);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (failures >= givingUpAfter) {
        throw new AppError(
          "database_unreachable",
          "The server no longer responds. Start it again; everything written so far is saved.",
          { cause: error },
        );
      }
    }
    await wait(reconnectMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

function concerns(message: EventSourceMessage, sessionId: SessionId): boolean {
  if (message.event === "reset") return true;
  return Event.parse(JSON.parse(message.data)).sessionId === sessionId;
}
