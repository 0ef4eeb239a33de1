import type { Exchange, ExchangeEvent, ExchangeId, UserId } from "@dialectic/contract";
import { AppError, type Database, type Log, toAppError } from "#platform";
import { indexExchanges } from "./index-exchanges.ts";
import { getExchange, requireExchange } from "./record/conversations.ts";
import * as store from "./record/exchanges.store.ts";
import {
  type ChatParts,
  type ExchangesCtx,
  exchangeLeaseMs,
  type Request,
  retryRequest,
  runExchange,
  startExchange,
} from "./run/run-exchange.ts";

export type RunningExchanges = {
  parts: ChatParts;
  /** Called when a conversation is opened, so that sources load what the first question will need. */
  prepare(): void;
  /** Records the request and answers it in the background. */
  start(ctx: ExchangesCtx, request: Request): Promise<Exchange>;
  retry(
    ctx: ExchangesCtx,
    input: { exchangeId: ExchangeId } & Pick<Request, "id" | "model" | "budget">,
  ): Promise<Exchange>;
  /** Stops an exchange and returns its final state. */
  abort(ctx: ExchangesCtx, input: { exchangeId: ExchangeId }): Promise<Exchange>;
  /**
   * Yields the events of an exchange that come after number `after`: first those that already exist, then new ones as
   * they occur. The last event is the end of the exchange.
   */
  follow(
    ctx: ExchangesCtx,
    input: { exchangeId: ExchangeId; after?: number; signal: AbortSignal },
  ): AsyncGenerator<{ number: number; event: ExchangeEvent }>;
  /** Aborts the exchanges that this process runs and waits until they have ended. */
  close(): Promise<void>;
};

type Running = {
  userId: UserId;
  controller: AbortController;
  events: ExchangeEvent[];
  /** The number of events that at least one follower has read. */
  read: number;
  wake: Set<() => void>;
  done: Promise<unknown>;
};

/** The interval, in milliseconds, at which a follower reads an exchange that another process runs. */
const lookMs = 500;

/**
 * Keeps the exchanges that this process runs: their abort signals, and their events so far for followers that join
 * later. Renews their leases. If another process ends one of them, this process aborts it.
 */
export function createRunningExchanges(input: {
  database: Database;
  log: Log;
  parts: ChatParts;
  leaseMs?: number;
}): RunningExchanges {
  const { database, log, parts, leaseMs = exchangeLeaseMs } = input;
  const running = new Map<ExchangeId, Running>();

  async function renew(): Promise<void> {
    const ids = [...running.keys()];
    if (ids.length > 0) {
      const alive = new Set(
        await database.asSystem((db) => store.renewExchanges(db, { ids, leaseMs }), { single: true }),
      );
      for (const id of ids) if (!alive.has(id)) running.get(id)?.controller.abort(endedByOther());
    }
    await database.asSystem((db) => store.closeStaleExchanges(db, { all: false }), { single: true });
  }
  const timer = setInterval(() => {
    renew().catch((error: unknown) =>
      log.warn("Leases of exchanges could not be renewed; the next round tries again.", { error }),
    );
  }, leaseMs / 3);
  timer.unref();

  async function start(ctx: ExchangesCtx, request: Request): Promise<Exchange> {
    const known = request.id && (await findExchange(ctx, request.id));
    if (known) return known;
    /** If the same request arrives twice at the same time, only the exchange that was recorded first runs. */
    const orKnown = async (error: unknown): Promise<Exchange> => {
      const raced = request.id && (await findExchange(ctx, request.id));
      if (raced) return raced;
      throw error;
    };
    const controller = new AbortController();
    const started = await startExchange(ctx, parts, { ...request, signal: controller.signal }).catch(orKnown);
    if (!("exchangeId" in started)) return started;
    const { exchangeId } = started;
    const { userId } = ctx.db;
    const entry: Running = { userId, controller, events: [], read: 0, wake: new Set(), done: Promise.resolve() };
    const emit = (event: ExchangeEvent) => {
      const last = entry.events.at(-1);
      // Merges pieces of text that no follower has read yet.
      if (event.type === "text" && last?.type === "text" && entry.events.length > entry.read) last.text += event.text;
      else entry.events.push(event);
      for (const wake of entry.wake) wake();
    };
    running.set(exchangeId, entry);
    entry.done = runExchange(ctx, parts, { ...started, emit })
      .then((exchange) => emit({ type: "end", exchange }))
      .catch((error: unknown) => log.error("The end of an exchange could not be recorded.", { exchangeId, error }))
      .finally(() => {
        running.delete(exchangeId);
        for (const wake of entry.wake) wake();
      })
      .then(() => indexExchanges(ctx))
      .catch((error: unknown) => log.warn("An exchange could not be indexed; the next search tries again.", { error }));
    return getExchange(ctx, { exchangeId });
  }

  return {
    parts,
    prepare() {
      for (const source of parts.sources) source.prepare?.();
    },
    start,
    async retry(ctx, { exchangeId, ...given }) {
      const { model, ...request } = await retryRequest(ctx, exchangeId);
      return start(ctx, { ...request, ...given, model: given.model ?? model });
    },
    async abort(ctx, { exchangeId }) {
      await getExchange(ctx, { exchangeId }); // throws if it is not the acting user's
      const reason = new AppError("run_cancelled", "The exchange was stopped.");
      const here = running.get(exchangeId);
      here?.controller.abort(reason);
      await here?.done;
      // If another process runs the exchange, that process notices the end when it saves a reply or renews the lease.
      const { code, message } = reason;
      await ctx.db.tx((db) => store.endExchange(db, { exchangeId, status: "aborted", code, message }));
      return getExchange(ctx, { exchangeId });
    },
    async *follow(ctx, { exchangeId, after = 0, signal }) {
      const here = running.get(exchangeId);
      // Throws if the exchange is not the acting user's. For an exchange that runs here, the owner is known without a
      // query.
      if (here?.userId !== ctx.db.userId) await getExchange(ctx, { exchangeId });
      let number = after;
      while (here && !signal.aborted) {
        const event = here.events[number];
        if (event) {
          number += 1;
          here.read = Math.max(here.read, number);
          yield { number, event };
          if (event.type === "end") return;
        } else if (running.get(exchangeId) === here) await nextEvent(here, signal);
        else break;
      }
      for (let exchange = await getExchange(ctx, { exchangeId }); !signal.aborted; ) {
        if (exchange.status !== "in_progress") {
          yield { number: number + 1, event: { type: "end", exchange } };
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, lookMs));
        exchange = await getExchange(ctx, { exchangeId });
      }
    },
    async close() {
      clearInterval(timer);
      const all = [...running.values()];
      for (const { controller } of all) {
        controller.abort(new AppError("run_cancelled", "The program was stopped before the answer was complete."));
      }
      await Promise.all(all.map(({ done }) => done));
    },
  };
}

const endedByOther = (): AppError =>
  new AppError("lease_lost", "Another process ended the exchange. Retry the exchange.");

async function findExchange(ctx: ExchangesCtx, id: ExchangeId): Promise<Exchange | undefined> {
  try {
    return await ctx.db.tx((db) => requireExchange(db, id));
  } catch (error) {
    if (toAppError(error).code === "not_found") return undefined;
    throw error;
  }
}

function nextEvent({ wake }: Running, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = () => resolve();
  wake.add(done);
  signal.addEventListener("abort", done, { once: true });
  return promise.finally(() => {
    wake.delete(done);
    signal.removeEventListener("abort", done);
  });
}
