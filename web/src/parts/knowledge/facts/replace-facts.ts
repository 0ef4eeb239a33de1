import type { Fact, FactCounts } from "@dialectic/contract";
import type { FactPages } from "../../../api/facts-queries.ts";

/** Replaces facts in a loaded list by their new states. The rows stay in their places. */
export function replaceFacts(pages: FactPages, changed: ReadonlyMap<string, Fact>): FactPages {
  return {
    ...pages,
    pages: pages.pages.map((page) => {
      if (!page.items.some(({ id }) => changed.has(id))) return page;
      return { ...page, items: page.items.map((fact) => changed.get(fact.id) ?? fact) };
    }),
  };
}

/** Returns the counts by status after some facts changed their status. */
export function moveCounts(
  counts: FactCounts,
  moves: readonly { from: Fact["status"]; to: Fact["status"] }[],
): FactCounts {
  const next = { ...counts };
  for (const { from, to } of moves) {
    next[from] = Math.max(0, next[from] - 1);
    next[to] += 1;
  }
  return next;
}
