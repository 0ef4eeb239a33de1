import { ContributionId } from "@dialectic/contract";
import { expect, it } from "vitest";
import { groupInputs } from "./group-inputs.ts";

const id = (n: number) => ContributionId.parse(`00000000-0000-7000-8000-00000000000${n}`);
const sizesOf = (...sizes: number[]) => new Map(sizes.map((size, index) => [id(index + 1), size]));

it("several inputs of one type form a group, and the groups share the room in proportion to their sizes", () => {
  const order = {
    inputs: [
      { type: "thesis", ids: [id(1), id(2)] },
      { type: "review", ids: [id(3)] },
      { type: "note", ids: [id(4), id(5)] },
    ],
  };
  const sizes = sizesOf(3000, 3000, 1000, 1000, 1000);
  expect(groupInputs(order, { sizes, space: 5000 })).toEqual([
    { type: "thesis", ids: [id(1), id(2)], words: 1500 },
    { type: "note", ids: [id(4), id(5)], words: 500 },
  ]);
  expect(groupInputs(order, { sizes, space: 5000, most: 1200 }).map(({ words }) => words)).toEqual([600, 500]);
});

it("a combined text of a useful length is requested for a group, even if there is no room for the text", () => {
  const order = { inputs: [{ type: "thesis", ids: [id(1), id(2)] }] };
  expect(groupInputs(order, { sizes: sizesOf(10, 10), space: -5 })[0]?.words).toBe(100);
  expect(groupInputs({ inputs: [{ type: "thesis", ids: [id(1)] }] }, { sizes: sizesOf(10), space: 1 })).toEqual([]);
});
