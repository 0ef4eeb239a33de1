import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ancestorsOf, graphLayers } from "./graph-layers.ts";
import { shippedProcess } from "./shipped-process.ts";
import { waves } from "./waves.ts";

describe("graphLayers", () => {
  it.each([
    ["a chain", { a: [], b: ["a"], c: ["b"] }, [["a"], ["b"], ["c"]], []],
    ["two branches that join", { a: [], b: ["a"], c: ["a"], d: ["b", "c"] }, [["a"], ["b", "c"], ["d"]], []],
    ["a cycle", { a: [], b: ["c"], c: ["b"], d: ["c"] }, [["a"]], ["b", "c", "d"]],
    ["a node that depends on itself", { a: ["a"] }, [], ["a"]],
  ])("sorts %s", (_, graph, layers, stuck) => {
    const nodes = Object.entries(graph).map(([key, after]) => ({ key, after }));
    expect(graphLayers(nodes)).toEqual({ layers, stuck });
  });

  it("puts every node of an acyclic graph into exactly one layer, after all its predecessors", () => {
    const graphs = fc
      .integer({ min: 1, max: 12 })
      .chain((size) =>
        fc.tuple(
          ...Array.from({ length: size }, (_, index) =>
            fc
              .subarray(Array.from({ length: index }, (_, before) => String(before)))
              .map((after) => ({ key: String(index), after })),
          ),
        ),
      );
    fc.assert(
      fc.property(graphs, (nodes) => {
        const { layers, stuck } = graphLayers(nodes);
        expect(stuck).toEqual([]);
        expect(layers.flat().toSorted()).toEqual(nodes.map(({ key }) => key).toSorted());
        const layerOf = (key: string) => layers.findIndex((layer) => layer.includes(key));
        for (const { key } of nodes) {
          for (const before of ancestorsOf(key, nodes)) expect(layerOf(before)).toBeLessThan(layerOf(key));
        }
      }),
    );
  });
});

it("the stage synthesis has three waves in the classic process and one wave in the brief process", () => {
  const synthesis = (key: string) => shippedProcess(key).stages[2];
  const keysOf = (key: string) =>
    waves(synthesis(key)?.recipe ?? { key, version: 1, instructions: "", steps: [] }).map((wave) =>
      wave.map((step) => step.key),
    );
  expect(keysOf("classic")).toEqual([["pairwise"], ["reduce"], ["final"]]);
  expect(keysOf("brief")).toEqual([["final"]]);
});
