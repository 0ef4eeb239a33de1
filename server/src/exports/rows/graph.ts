import { GrowingArray } from "./row-index.ts";

/** References between the rows of one table. */
export type Graph = {
  add(from: number, to: number): void;
  /** Returns a row that can be reached from itself; null if there is none. */
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

/** Kahn's algorithm: removes rows without incoming edges; the remaining rows are in a cycle or reachable from one. */
function rowInCycle({ from, to, size }: { from: GrowingArray; to: GrowingArray; size: number }): number | null {
  const edges = from.length;
  const incoming = new Uint32Array(size);
  const first = new Int32Array(size).fill(-1);
  const next = new Int32Array(edges).fill(-1);
  for (let edge = 0; edge < edges; edge++) {
    const start = from.at(edge) ?? 0;
    const end = to.at(edge) ?? 0;
    incoming[end] = (incoming[end] ?? 0) + 1;
    next[edge] = first[start] ?? -1;
    first[start] = edge;
  }
  const free: number[] = [];
  for (let row = 0; row < size; row++) if (incoming[row] === 0) free.push(row);
  let removed = 0;
  for (let row = free.pop(); row !== undefined; row = free.pop()) {
    removed += 1;
    for (let edge = first[row] ?? -1; edge >= 0; edge = next[edge] ?? -1) {
      const target = to.at(edge) ?? 0;
      const left = (incoming[target] ?? 0) - 1;
      incoming[target] = left;
      if (left === 0) free.push(target);
    }
  }
  if (removed === size) return null;
  return incoming.findIndex((count) => count > 0);
}
