import { homeOf, type Tx } from "./database.ts";

export type ImmutableRowCache<T> = {
  /** Returns the cached value for this id, or reads it. */
  recall(db: Tx, id: string, read: () => Promise<T>): Promise<T>;
};

/**
 * Caches values read from rows that never change: for each database, the `max` most recently used values. Use it only for
 * rows that every user may see, because users share the cache. Values are frozen, because callers share them.
 * Transactions of the tables' owner bypass the cache, because they may read rows that are never committed.
 */
export function createImmutableRowCache<T extends object>({ max }: { max: number }): ImmutableRowCache<T> {
  const memories = new WeakMap<object, Map<string, T>>();

  const memoryOf = (home: object): Map<string, T> => {
    const known = memories.get(home);
    if (known) return known;
    const memory = new Map<string, T>();
    memories.set(home, memory);
    return memory;
  };

  return {
    async recall(db, id, read) {
      const home = homeOf(db);
      if (!home) return read();
      const memory = memoryOf(home);
      const known = memory.get(id) ?? freeze(await read());
      memory.delete(id);
      memory.set(id, known); // move to the end: the first entry of the map is the least recently used
      const [oldest] = memory.keys();
      if (memory.size > max && oldest !== undefined) memory.delete(oldest);
      return known;
    },
  };
}

function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) freeze(inner);
  return Object.freeze(value);
}
