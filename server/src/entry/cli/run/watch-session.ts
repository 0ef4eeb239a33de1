import { setTimeout as wait } from "node:timers/promises";
import { Event, type SessionId } from "@dialectic/contract";
import { AppError } from "#platform";
import type { Link } from "../connect/connect.ts";
import { readEventStream, type StreamMessage } from "../input/read-event-stream.ts";

export type Watch = Disposable & {
  /** Resolves when the session may have changed since the last call, at the latest after two seconds. */
  change(): Promise<void>;
};

const atLatestMs = 2_000;
/** Ten reads per second look live enough; each costs the database that does the work. */
const betweenLooksMs = 100;
const reconnectMs = 500;
const givingUpAfter = 20;

/** Subscribes to the events of one session. Their content is not used: they only signal that reading again is worthwhile. */
export function watchSession(link: Pick<Link, "send">, sessionId: SessionId): Watch {
  const ending = new AbortController();
  let changed = Promise.withResolvers<void>();
  const listening = listen(link, ending.signal, (message) => {
    if (concerns(message, sessionId)) changed.resolve();
  });
  listening.catch((error: unknown) => changed.reject(error));
  changed.promise.catch(() => undefined); // rethrown by the next call of change()

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
async function listen(
  link: Pick<Link, "send">,
  signal: AbortSignal,
  hear: (message: StreamMessage) => void,
): Promise<void> {
  let last: string | undefined;
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      const response = await link.send("/api/events", { headers: last ? { "last-event-id": last } : {}, signal });
      if (!response.ok || !response.body) throw new Error(`The event stream answered ${response.status}.`);
      for await (const message of readEventStream(until(signal, response.body))) {
        failures = 0;
        last = message.id ?? last;
        hear(message);
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

/** Ends the stream with the signal, even while a reader waits for the next bytes. */
function until(signal: AbortSignal, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const through = new TransformStream<Uint8Array, Uint8Array>();
  body.pipeTo(through.writable, { signal }).catch(() => undefined);
  return through.readable;
}

function concerns(message: StreamMessage, sessionId: SessionId): boolean {
  if (message.event === "reset") return true;
  if (message.data === "") return false;
  return Event.parse(JSON.parse(message.data)).sessionId === sessionId;
}
