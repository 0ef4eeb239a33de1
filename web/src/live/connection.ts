/** The state of the connection to the server. The tab that holds the stream shares it with all other tabs. */
export type Connection = {
  phase: "connecting" | "live" | "lost" | "back";
  /** The number of the newest event received, from which the stream continues; null if there is none yet. */
  lastSeq: number | null;
  lostAt: number | null;
  /** Failures since the connection was last open: its loss, and each failed attempt to connect. */
  tries: number;
  nextTryAt: number | null;
  /** The number of events that were missed and arrived after the connection came back. */
  caughtUp: number;
};

export type Signal =
  | { kind: "opened" }
  | { kind: "received"; seq: number }
  | { kind: "failed"; at: number }
  | { kind: "settled" };

export const noConnection: Connection = {
  phase: "connecting",
  lastSeq: null,
  lostAt: null,
  tries: 0,
  nextTryAt: null,
  caughtUp: 0,
};

/**
 * Waits 1, 2, 4 and 8 seconds, then 15 every time, so that a laptop that wakes up reconnects quickly and a stopped server is
 * not flooded.
 */
const retryDelay = (tries: number): number => Math.min(1000 * 2 ** tries, 15_000);

export function nextConnection(now: Connection, signal: Signal): Connection {
  switch (signal.kind) {
    case "opened":
      if (now.phase === "live" || now.phase === "back") return now;
      return {
        ...now,
        // "Connected" is shown only if the loss was shown before.
        phase: isLossReported(now) ? "back" : "live",
        lostAt: null,
        tries: 0,
        nextTryAt: null,
        caughtUp: 0,
      };
    case "received":
      if (now.lastSeq !== null && signal.seq <= now.lastSeq) return now;
      return {
        ...now,
        lastSeq: signal.seq,
        caughtUp: now.phase === "back" ? now.caughtUp + 1 : now.caughtUp,
      };
    case "failed":
      return {
        ...now,
        phase: "lost",
        lostAt: now.lostAt ?? signal.at,
        tries: now.tries + 1,
        nextTryAt: signal.at + retryDelay(now.tries),
        caughtUp: 0,
      };
    case "settled":
      return now.phase === "back" ? { ...now, phase: "live", caughtUp: 0 } : now;
  }
}

/** A loss is not reported if the first attempt to reconnect succeeds. */
export const isLossReported = (connection: Connection): boolean => connection.tries >= 2;
