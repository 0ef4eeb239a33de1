type Node = { key: string; after: readonly string[] };

/**
 * Sorts a graph into layers: each node is in the first layer that comes after all its predecessors. Within a layer, the
 * given order is kept. `stuck` contains the nodes of cycles and all nodes that come after them.
 */
export function graphLayers(nodes: readonly Node[]): { layers: string[][]; stuck: string[] } {
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

/** All direct and indirect predecessors of a node. */
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
