import type { Fact } from "@dialectic/contract";

/**
 * The rows while a list is being read. Facts that were decided here stay in their places, although they no longer match the
 * list, and facts that came since wait until the reader asks for them. `upTo`: the newest number that is shown; null: show all.
 */
export function settleFacts(input: {
  loaded: readonly Fact[];
  decided: ReadonlyMap<string, Fact>;
  /** The ids that this list has shown. */
  shown: ReadonlySet<string>;
  upTo: number | null;
}): { rows: Fact[]; waiting: number } {
  const { loaded, decided, shown, upTo } = input;
  const ids = new Set<string>(loaded.map(({ id }) => id));
  const kept = [...decided.values()].filter(({ id }) => shown.has(id) && !ids.has(id));
  const all = kept.length === 0 ? [...loaded] : [...loaded, ...kept].sort((a, b) => b.number - a.number);
  if (upTo === null) return { rows: all, waiting: 0 };
  const rows = all.filter(({ number }) => number <= upTo);
  return { rows, waiting: all.length - rows.length };
}
