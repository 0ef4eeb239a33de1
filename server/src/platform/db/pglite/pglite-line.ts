import { Worker } from "node:worker_threads";
import { AppError } from "../../errors.ts";
import { DatabaseError } from "../database-error.ts";
import type { ThreadData, ThreadOperation, ThreadRequest, ThreadResponse } from "./pglite-protocol.ts";

type Waiting = { resolve: (value: unknown) => void; reject: (error: unknown) => void };

/**
 * The message channel to the thread that runs PGlite. Each request is answered, or fails with the reason why the thread
 * stopped.
 */
export type PgliteLine = {
  ask<T>(operation: ThreadOperation): Promise<T>;
  /** Listeners for notifications, by channel. */
  listeners: Map<string, Set<() => void>>;
  isDead(): boolean;
  /** Resolves when the thread ends unexpectedly. */
  lost: Promise<AppError>;
  /** Fails every request with this reason and terminates the thread. */
  abandon(reason: AppError): void;
  /** Closes the database and waits for the thread to end. */
  close(): Promise<void>;
};

export async function openPgliteLine(workerData: ThreadData): Promise<PgliteLine> {
  const thread = new Worker(new URL("./pglite-thread.ts", import.meta.url), { workerData, execArgv: [] });
  const waiting = new Map<number, Waiting>();
  const listeners: PgliteLine["listeners"] = new Map();
  let nextId = 1;
  let dead: AppError | undefined;
  let isClosing = false;
  const lost = Promise.withResolvers<AppError>();
  const opened = Promise.withResolvers<void>();
  opened.promise.catch(() => undefined); // `opened` is awaited below, and `dead` reports a later failure

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

  await opened.promise;
  return {
    ask,
    listeners,
    isDead: () => dead !== undefined,
    lost: lost.promise,
    abandon,
    async close() {
      isClosing = true;
      const ended = new Promise((resolve) => thread.once("exit", resolve));
      await ask({ op: "close" }).catch((error: unknown) => {
        if (!dead) throw error;
      });
      await ended;
    },
  };
}

/** When PGlite cannot reach its files, it throws something that is not an Error and has no message. */
function stopped(thrown: unknown): AppError {
  const reason = thrown instanceof Error && thrown.message ? thrown.message : "its files cannot be read or written";
  return new AppError(
    "internal",
    `The embedded database stopped: ${reason}. Start Dialectic again. If it happens again, please report it.`,
    { cause: thrown, remedies: [{ do: "examine" }] },
  );
}
