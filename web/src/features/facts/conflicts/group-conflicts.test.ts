import type { Fact } from "@dialectic/contract";
import { expect, it } from "vitest";
import { groupConflicts } from "./group-conflicts.ts";

const fact = (number: number, key: string, itemId: string | null = null) => ({ number, key, itemId }) as Fact;

it("groups conflicting facts by key and, for facts about an item, also by item", () => {
  const groups = groupConflicts([fact(1, "a"), fact(2, "b"), fact(3, "a"), fact(4, "a", "item")]);
  expect(groups.map(({ facts }) => facts.map(({ number }) => number))).toEqual([[1, 3], [2], [4]]);
});
