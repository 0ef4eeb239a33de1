import { ContributionId } from "@dialectic/contract";
import { expect, it } from "vitest";
import { groupInputs } from "./group-inputs.ts";

const id = (n: number) => ContributionId.parse(`00000000-0000-7000-8000-00000000000${n}`);
const text = (n: number, length: number) => ({ id: id(n), markdown: "x".repeat(length) });
const count = (markdown: string) => markdown.length;

it("combines what there is several of, by type, and shares the room by size", () => {
  const order = { inputs: { thesis: [id(1), id(2)], review: [id(3)], note: [id(4), id(5)] } };
  const texts = [text(1, 3000), text(2, 3000), text(3, 1000), text(4, 1000), text(5, 1000)];
  expect(groupInputs(order, { texts, space: 5000, count })).toEqual([
    { type: "thesis", ids: [id(1), id(2)], words: 1500 },
    { type: "note", ids: [id(4), id(5)], words: 500 },
  ]);
});

it("asks for a readable text even where there is no room", () => {
  const order = { inputs: { thesis: [id(1), id(2)] } };
  expect(groupInputs(order, { texts: [text(1, 10), text(2, 10)], space: -5, count })[0]?.words).toBe(100);
  expect(groupInputs({ inputs: { thesis: [id(1)] } }, { texts: [text(1, 10)], space: 1, count })).toEqual([]);
});
