import type { ExchangeEvent } from "@dialectic/contract";
import { useEffect, useState } from "react";
import { type LiveExchange, nextLive, nothingYet } from "./live-exchange.ts";

const kinds: readonly ExchangeEvent["type"][] = [
  "context",
  "prompt",
  "text",
  "tool-call",
  "tool-result",
  "waiting",
  "end",
];

/**
 * Follows an exchange in progress from its beginning. After a reload, the server sends all events again. After a lost
 * connection, the browser reconnects automatically and continues after the last event that it received.
 */
export function useLiveExchange(exchangeId: string, onEnd: () => void): LiveExchange {
  const [live, setLive] = useState(nothingYet);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new handler must not restart the stream.
  useEffect(() => {
    setLive(nothingYet);
    const source = new EventSource(`/api/exchanges/${exchangeId}/stream`);
    let pending: ExchangeEvent[] = [];
    let frame: number | undefined;
    // Many pieces of text can arrive between two frames. They are rendered together.
    const flush = () => {
      const events = pending;
      pending = [];
      frame = undefined;
      setLive((now) => events.reduce(nextLive, now));
    };
    const onMessage = ({ data }: MessageEvent<string>) => {
      // Not validated, because this app and its server have the same version.
      const event = JSON.parse(data) as ExchangeEvent;
      pending.push(event);
      if (event.type !== "end") frame ??= requestAnimationFrame(flush);
      else {
        source.close();
        flush();
        onEnd();
      }
    };
    for (const kind of kinds) source.addEventListener(kind, onMessage);
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame);
      source.close();
    };
  }, [exchangeId]);

  return live;
}
