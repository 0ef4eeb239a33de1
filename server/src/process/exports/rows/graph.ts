import { GrowingArray } from "./row-index.ts";

/** Arrows between the rows of one table. */
export type Graph = {
  add(from: number, to: number): void;
  /** A row that can be reached from itself; null: there is none. */
  findCycle(): number | null;
};

export function createGraph(): Graph {
  const from = new GrowingArray();
  const to = new GrowingArray();
  let size = 0;
  return {
    add(one, other) {
      from.push(one);
      to.push(other);
      size = Math.max(size, one + 1, other + 1);
    },
    findCycle: () => rowInCycle({ from, to, size }),
  };
}

/** Takes away rows that no arrow leads to until none is left; what remains goes round in a circle, or is behind one. */
function rowInCycle({ from, to, size }: { from: GrowingArray; to: GrowingArray; size: number }): number | null {
  const arrows = from.length;
  const incoming = new Uint32Array(size);
  const first = new Int32Array(size).fill(-1);
  const next = new Int32Array(arrows).fill(-1);
  for (let arrow = 0; arrow < arrows; arrow++) {
    const start = from.at(arrow) ?? 0;
    const end = to.at(arrow) ?? 0;
    incoming[end] = (incoming[end] ?? 0) + 1;
    next[arrow] = first[start] ?? -1;
    first[start] = arrow;
  }
  const free: number[] = [];
  for (let row = 0; row < size; row++) if (incoming[row] === 0) free.push(row);
  let taken = 0;
  for (let row = free.pop(); row !== undefined; row = free.pop()) {
    taken += 1;
    for (let arrow = first[row] ?? -1; arrow >= 0; arrow = next[arrow] ?? -1) {
      const target = to.at(arrow) ?? 0;
      const left = (incoming[target] ?? 0) - 1;
      incoming[target] = left;
      if (left === 0) free.push(target);
    }
  }
  if (taken === size) return null;
  return incoming.findIndex((count) => count > 0);
}
