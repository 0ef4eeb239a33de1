import { describe, expect, it } from "vitest";
import { schedule } from "./schedule.ts";

const call = (id: string, ms: number, ...after: string[]) => ({ id, ms, after });

describe("schedule", () => {
  it("takes as long as the longest path of dependencies if all calls may run concurrently", () => {
    expect(schedule([call("a", 3), call("b", 5), call("c", 1, "a", "b"), call("d", 9, "a")], 10)).toBe(12);
  });

  it("takes as long as the sum of all calls if only one may run at a time", () => {
    expect(schedule([call("a", 3), call("b", 5), call("c", 1, "a")], 1)).toBe(9);
  });

  it("starts ready calls as soon as there is room, in the order they became ready", () => {
    expect(schedule([call("a", 4), call("b", 1), call("c", 1), call("d", 6)], 2)).toBe(8);
  });

  it("throws if calls wait for each other", () => {
    expect(() => schedule([call("a", 1, "b"), call("b", 1, "a")], 2)).toThrow("circle");
  });
});
