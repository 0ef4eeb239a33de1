import type { Fact } from "@dialectic/contract";

/**
 * The rows of a list that a person is reading. Facts decided in this list stay where they are, although they no longer match
 * its filter. New facts are hidden until the person asks for them. `upTo` is the highest fact number to show; null shows all
 * facts.
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
