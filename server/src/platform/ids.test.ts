import { expect, it } from "vitest";
import { uuidv7 } from "#platform";

it("makes version 7 ids that sort by time and differ", () => {
  const ids = Array.from({ length: 1000 }, (_, index) => uuidv7(1_700_000_000_000 + index));
  expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(
    true,
  );
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(Array.from({ length: 1000 }, () => uuidv7(1))).size).toBe(1000);
});
