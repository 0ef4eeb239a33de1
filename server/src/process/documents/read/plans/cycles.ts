type Node<Id> = { id: Id; dependsOn: readonly Id[] };

/**
 * The cycles among these nodes, each as a path that ends where it began. Not recursive, because a plan may be a long chain.
 */
export function cyclesIn<Id extends string | number>(nodes: readonly Node<Id>[]): Id[][] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const state = new Map<Id, "open" | "done">();
  const cycles: Id[][] = [];
  for (const { id: start } of nodes) {
    if (state.has(start)) continue;
    const path: { id: Id; next: number }[] = [{ id: start, next: 0 }];
    state.set(start, "open");
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const before = byId.get(top.id)?.dependsOn[top.next];
      top.next += 1;
      if (before === undefined) {
        state.set(top.id, "done");
        path.pop();
      } else if (state.get(before) === "open") {
        const circle = path.slice(path.findIndex(({ id }) => id === before)).map(({ id }) => id);
        cycles.push([...circle, before]);
      } else if (byId.has(before) && !state.has(before)) {
        state.set(before, "open");
        path.push({ id: before, next: 0 });
      }
    }
  }
  return cycles;
}
