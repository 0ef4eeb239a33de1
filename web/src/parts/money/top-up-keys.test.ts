import { describe, expect, it } from "vitest";
import { createTopUpKeys, randomKey } from "./top-up-keys.ts";

const numbered = () => {
  let count = 0;
  return createTopUpKeys(() => String(++count));
};

describe("createTopUpKeys", () => {
  it("uses the same key for an amount until it is booked", () => {
    const keys = numbered();
    expect([keys.keyFor("5"), keys.keyFor("5")]).toEqual(["1", "1"]);
    keys.booked("5");
    expect(keys.keyFor("5")).toBe("2");
  });

  it("uses another key for another amount, but remembers the first key", () => {
    const keys = numbered();
    expect([keys.keyFor("5"), keys.keyFor("6"), keys.keyFor("5")]).toEqual(["1", "2", "1"]);
  });
});

describe("randomKey", () => {
  it("returns 32 random characters, which differ each time", () => {
    expect(randomKey()).toMatch(/^[0-9a-f]{32}$/);
    expect(randomKey()).not.toBe(randomKey());
  });
});
