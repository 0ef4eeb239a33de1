import { homeOf, type Tx } from "./database.ts";

export type ImmutableRowCache<T> = {
  /** The thing with this id as it was read the first time, or as it is read now. */
  recall(db: Tx, id: string, read: () => Promise<T>): Promise<T>;
};

/**
 * Remembers what was read from rows that never change, for each database by itself, the last `max` of them. Only right
 * for rows that everybody may see: what one user has read, another gets. What is remembered is frozen, because many
 * share it. The tables' owner is not helped: what it reads may never be committed.
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
      memory.set(id, known); // the last again: the first in the map is the one that was not asked for the longest
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
