import type { AppError } from "../../errors.ts";
import type { Connection, Engine } from "../connection.ts";
import { repeatInMainThread } from "../repeat/repeat-in-main-thread.ts";
import { openPgliteLine } from "./pglite-line.ts";
import type { ThreadOperation } from "./pglite-protocol.ts";

/** `abandon`: fails every request with this reason and terminates the thread. */
export type PgliteEngine = Engine & { abandon(reason: AppError): void };

/**
 * PGlite in a separate thread. It has one connection, which `acquire` gives to one caller at a time, in order. If `sync` is
 * true, a commit is acknowledged only when it is on the disk, so that it survives a power cut.
 */
export async function createPgliteEngine(dataDir: string, { sync = true } = {}): Promise<PgliteEngine> {
  const line = await openPgliteLine({ dataDir, sync });
  const { ask, listeners } = line;

  let last: Promise<void> = Promise.resolve();
  const acquire = async (): Promise<Connection> => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    // `begin` is delayed until the first statement, so that both go to the thread in one message.
    let opening: string | undefined;
    const takeOpening = (): string | undefined => {
      const begin = opening;
      opening = undefined;
      return begin;
    };
    const script = (sql: string): Promise<void> => {
      const begin = takeOpening();
      return ask({ op: "script", sql: begin === undefined ? sql : `${begin}; ${sql}` });
    };
    let isOver = false;
    /** Ends the transaction. The thread serves requests in order, so the next caller need not wait for this one's sync. */
    const end = <T>(operation: ThreadOperation): Promise<T> => {
      isOver = true;
      const answer = ask<T>(operation);
      resolve();
      return answer;
    };
    return {
      async begin(sql) {
        opening = sql;
      },
      query: (sql, parameters) => ask({ op: "query", begin: takeOpening(), sql, parameters }),
      alone: (begin, sql, parameters) => end({ op: "alone", begin, sql, parameters }),
      commit: (last) => end({ op: "commit", begin: takeOpening(), last }),
      script,
      // The thread itself rolls back a failed commit, and may be in the next transaction by now.
      rollback: async () => (isOver ? undefined : script("rollback")),
      release: () => resolve(),
    };
  };

  return {
    name: "pglite",
    acquire,
    async listen(channel, heard) {
      const known = listeners.get(channel);
      if (known) known.add(heard);
      else {
        listeners.set(channel, new Set([heard]));
        const session = await acquire();
        try {
          await ask({ op: "listen", channel });
        } finally {
          session.release();
        }
      }
      return async () => {
        listeners.get(channel)?.delete(heard);
      };
    },
    // A thread would not help: there is one connection, and a blocked main thread may be in the middle of a
    // transaction.
    repeat: (options) => repeatInMainThread(acquire, options),
    lost: line.lost,
    abandon: line.abandon,
    async close() {
      const session = await acquire();
      if (line.isDead()) return;
      await line.close();
      session.release();
    },
  };
}
