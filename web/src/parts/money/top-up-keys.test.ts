import { describe, expect, it } from "vitest";
import { createTopUpKeys, randomKey } from "./top-up-keys.ts";

const numbered = () => {
  let count = 0;
  return createTopUpKeys(() => String(++count));
};

describe("createTopUpKeys", () => {
  it("sends an amount under one key until it is booked", () => {
    const keys = numbered();
    expect([keys.keyFor("5"), keys.keyFor("5")]).toEqual(["1", "1"]);
    keys.booked("5");
    expect(keys.keyFor("5")).toBe("2");
  });

  it("never sends another amount under the same key, and remembers the first one meanwhile", () => {
    const keys = numbered();
    expect([keys.keyFor("5"), keys.keyFor("6"), keys.keyFor("5")]).toEqual(["1", "2", "1"]);
  });
});

describe("randomKey", () => {
  it("is long and different each time", () => {
    expect(randomKey()).toMatch(/^[0-9a-f]{32}$/);
    expect(randomKey()).not.toBe(randomKey());
  });
});
