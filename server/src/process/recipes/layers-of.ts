type Node = { key: string; after: readonly string[] };

/**
 * A graph in layers: every node stands in the first layer after all those it comes after; inside a layer the order
 * given is kept. `stuck` holds what a cycle keeps out (the nodes of the cycle and those behind it).
 */
export function layersOf(nodes: readonly Node[]): { layers: string[][]; stuck: string[] } {
  const layers: string[][] = [];
  const placed = new Set<string>();
  let left = [...nodes];
  while (left.length > 0) {
    const ready = left.filter((node) => node.after.every((key) => placed.has(key)));
    if (ready.length === 0) break;
    layers.push(ready.map((node) => node.key));
    for (const node of ready) placed.add(node.key);
    left = left.filter((node) => !placed.has(node.key));
  }
  return { layers, stuck: left.map((node) => node.key) };
}

/** Everything a node comes after, directly or through others. */
export function ancestorsOf(key: string, nodes: readonly Node[]): Set<string> {
  const found = new Set<string>();
  const visit = (at: string) => {
    for (const before of nodes.find((node) => node.key === at)?.after ?? []) {
      if (found.has(before)) continue;
      found.add(before);
      visit(before);
    }
  };
  visit(key);
  return found;
}
