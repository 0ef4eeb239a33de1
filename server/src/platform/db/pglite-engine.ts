import { Worker } from "node:worker_threads";
import { AppError } from "../errors.ts";
import type { Connection, Engine } from "./connection.ts";
import { DatabaseError } from "./database-error.ts";
import type { ThreadOperation, ThreadRequest, ThreadResponse } from "./pglite-protocol.ts";

type Waiting = { resolve: (value: unknown) => void; reject: (error: unknown) => void };

/** `abandon`: answers nothing any more but this reason, and ends the thread whatever it is doing. */
export type PgliteEngine = Engine & { abandon(reason: AppError): void };

/** Starts the thread and speaks with it. PGlite has one session: `acquire` hands it to one caller at a time, in order. */
export async function createPgliteEngine(dataDir: string): Promise<PgliteEngine> {
  const thread = new Worker(new URL("./pglite-thread.ts", import.meta.url), { workerData: { dataDir }, execArgv: [] });
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, Set<() => void>>();
  let nextId = 1;
  let dead: AppError | undefined;
  let isClosing = false;
  const lost = Promise.withResolvers<AppError>();
  const opened = Promise.withResolvers<void>();
  opened.promise.catch(() => undefined); // awaited below; a later death is met by `dead`

  const abandon = (reason: AppError): void => {
    if (dead) return;
    dead = reason;
    opened.reject(dead);
    for (const waiter of waiting.values()) waiter.reject(dead);
    waiting.clear();
    if (!isClosing) lost.resolve(dead);
    void thread.terminate(); // it may be inside a call that never returns
  };
  thread.on("error", (error) => abandon(stopped(error)));
  thread.on("exit", () => abandon(stopped(new Error("its thread ended"))));
  thread.on("message", (message: ThreadResponse) => {
    if ("ready" in message) return opened.resolve();
    if ("heard" in message) {
      for (const heard of listeners.get(message.heard) ?? []) heard();
      return;
    }
    const waiter = waiting.get(message.id);
    waiting.delete(message.id);
    if ("error" in message) {
      const { message: text, ...rest } = message.error;
      const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      waiter?.reject(new DatabaseError({ message: text, ...given }));
    } else waiter?.resolve(message.value);
  });

  const ask = <T>(operation: ThreadOperation): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (dead) return reject(dead);
      const id = nextId++;
      waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      thread.postMessage({ ...operation, id } satisfies ThreadRequest);
    });

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
    return {
      async begin(sql) {
        opening = sql;
      },
      query: (sql, parameters) => ask({ op: "query", begin: takeOpening(), sql, parameters }),
      alone: (begin, sql, parameters) => ask({ op: "alone", begin, sql, parameters }),
      commit: (last) => ask({ op: "commit", begin: takeOpening(), last }),
      script(sql) {
        const begin = takeOpening();
        return ask({ op: "script", sql: begin === undefined ? sql : `${begin}; ${sql}` });
      },
      release: () => resolve(),
    };
  };

  await opened.promise;
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
    lost: lost.promise,
    abandon,
    async close() {
      const session = await acquire();
      if (dead) return;
      isClosing = true;
      const ended = new Promise((resolve) => thread.once("exit", resolve));
      await ask({ op: "close" }).catch((error: unknown) => {
        if (!dead) throw error;
      });
      session.release();
      await ended;
    },
  };
}

/** What PGlite throws when its files are out of reach is no Error and says nothing. */
function stopped(thrown: unknown): AppError {
  const reason = thrown instanceof Error && thrown.message ? thrown.message : "its files cannot be read or written";
  return new AppError(
    "internal",
    `The embedded database stopped: ${reason}. Start Dialectic again; if it happens again, run "dialectic doctor".`,
    { cause: thrown },
  );
}
