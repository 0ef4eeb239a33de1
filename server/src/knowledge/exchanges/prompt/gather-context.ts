import type { UsedContext } from "@dialectic/contract";
import type { Log, UserDb } from "#platform";
import type { ContextSource, Question } from "../context-source.ts";

export type Gathered = {
  name: string;
  title: string;
  items: readonly string[];
  ms: number;
  status: UsedContext["status"];
};

type Ctx = { db: UserDb; log: Log; signal: AbortSignal };

/**
 * Asks all sources at once. A source that fails or misses its deadline is left out and reported by name, so the
 * exchange never waits longer than the latest deadline. Throws only if the exchange is aborted.
 */
export async function gatherContext(
  ctx: Ctx,
  { sources, question }: { sources: readonly ContextSource[]; question: Question },
): Promise<Gathered[]> {
  const gathered = await Promise.all(sources.map((source) => gatherFrom(ctx, source, question)));
  ctx.signal.throwIfAborted();
  return gathered;
}

const late = Symbol("late");

async function gatherFrom({ db, log, signal }: Ctx, source: ContextSource, question: Question): Promise<Gathered> {
  const { name, title, deadlineMs } = source;
  const began = performance.now();
  const stop = new AbortController();
  const expired = Promise.withResolvers<typeof late>();
  const timer = setTimeout(() => expired.resolve(late), deadlineMs);
  const leave = () => expired.resolve(late);
  signal.addEventListener("abort", leave, { once: true });
  const end = (status: UsedContext["status"], items: readonly string[] = []): Gathered => ({
    ...{ name, title, items, status },
    ms: Math.round(performance.now() - began),
  });
  try {
    const asked = (async () => source.gather({ db, signal: AbortSignal.any([signal, stop.signal]) }, question))();
    asked.catch(() => undefined); // a late source may still fail after the race
    const items = await Promise.race([asked, expired.promise]);
    if (items === late) return end("late");
    return end(items.length > 0 ? "used" : "empty", items);
  } catch (error) {
    log.warn("A context source failed and was left out.", { source: name, error });
    return end("failed");
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", leave);
    stop.abort();
  }
}
