import fc from "fast-check";
import { expect, it } from "vitest";
import { shuffledLabels } from "./shuffled-labels.ts";

it("shuffledLabels uses every label once, in the same order for the same seed", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 0, max: 60 }), (seed, count) => {
      const labels = shuffledLabels({ seed, count });
      expect(new Set(labels).size).toBe(count);
      expect(shuffledLabels({ seed, count })).toEqual(labels);
    }),
  );
});

it("shuffledLabels continues with AA and AB after Z", () => {
  const labels = shuffledLabels({ seed: "x", count: 28 });
  expect(labels.toSorted()).toEqual(expect.arrayContaining(["Proposal A", "Proposal Z", "Proposal AA", "Proposal AB"]));
});

it("shuffledLabels returns every order over many seeds, so that a label reveals nothing about the author", () => {
  const deals = Array.from({ length: 200 }, (_, seed) => shuffledLabels({ seed: String(seed), count: 3 }).join());
  expect(new Set(deals).size).toBe(6);
});
