import type { AppError } from "../errors.ts";
import type { Connection, Engine } from "./connection.ts";
import { openPgliteLine } from "./pglite-line.ts";

/** `abandon`: answers nothing any more but this reason, and ends the thread whatever it is doing. */
export type PgliteEngine = Engine & { abandon(reason: AppError): void };

/** PGlite in a thread of its own. It has one session: `acquire` hands it to one caller at a time, in order. */
export async function createPgliteEngine(dataDir: string): Promise<PgliteEngine> {
  const line = await openPgliteLine(dataDir);
  const { ask, listeners } = line;

  let turn: Promise<void> = Promise.resolve();
  const acquire = async (): Promise<Connection> => {
    const before = turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    turn = promise;
    await before;
    // Kept back until the first statement: both go to the thread in one message.
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
    return {
      async begin(sql) {
        opening = sql;
      },
      query: (sql, parameters) => ask({ op: "query", begin: takeOpening(), sql, parameters }),
      alone: (begin, sql, parameters) => ask({ op: "alone", begin, sql, parameters }),
      commit: (last) => ask({ op: "commit", begin: takeOpening(), last }),
      script,
      rollback: () => script("rollback"),
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
