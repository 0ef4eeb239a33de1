import { expect, it } from "vitest";
import { readItemsSearch } from "./items-search.ts";

it("reads the open field or line from the URL; prefers the field, and ignores both if the URL names no item", () => {
  expect(readItemsSearch({ item: "a", line: "l", other: 1 })).toEqual({ item: "a", line: "l" });
  expect(readItemsSearch({ item: "a", field: "item.materials.material", line: "l" })).toEqual({
    item: "a",
    field: "item.materials.material",
  });
  expect(readItemsSearch({ field: "item.materials.material" })).toEqual({});
  expect(readItemsSearch({ item: 5 })).toEqual({});
});
