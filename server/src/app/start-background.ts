import { rememberEverybodys } from "#documents";
import { catchUp, type Embedder } from "#memory";
import type { Database, Log } from "#platform";

/** A process that lives this long is a server: what was written meanwhile is read into memory, so that no search waits for it. */
const readingMs = 60_000;

/** What a server does for memory that nobody asks for: at its start what is due, and now and then what was written since. */
export function startBackground(tools: { database: Database; log: Log; embedder: Embedder | null }): {
  stop(): Promise<void>;
} {
  const { database, log, embedder } = tools;
  const warn = (error: unknown) => log.warn("Memory could not be brought up to date; the next round will.", { error });
  let round: Promise<unknown> | undefined = catchUp(database, { model: embedder?.model ?? null }).catch(warn);
  void round.finally(() => {
    round = undefined;
  });
  const timer = setInterval(() => {
    round ??= rememberEverybodys(database, { embedder })
      .catch(warn)
      .finally(() => {
        round = undefined;
      });
  }, readingMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
