import type { Fact } from "@dialectic/contract";

export type ConflictGroup = { slot: string; facts: [Fact, ...Fact[]] };

/** Groups conflicting facts by key and, if they are about an item, also by item. */
export function groupConflicts(facts: readonly Fact[]): ConflictGroup[] {
  const groups = new Map<string, ConflictGroup>();
  for (const fact of facts) {
    const slot = `${fact.key} ${fact.itemId ?? ""}`;
    const group = groups.get(slot);
    if (group) group.facts.push(fact);
    else groups.set(slot, { slot, facts: [fact] });
  }
  return [...groups.values()];
}
