import type { Fact } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { settleFacts } from "./settle-facts.ts";

const fact = (number: number, status: Fact["status"] = "proposed") => ({ id: `f${number}`, number, status }) as Fact;
const shown = new Set(["f1", "f2", "f3"]);
const numbers = (facts: readonly Fact[]) => facts.map(({ number }) => number);

describe("settleFacts", () => {
  it("keeps a fact in its place after it was decided in this list", () => {
    const { rows } = settleFacts({
      loaded: [fact(3), fact(1)],
      decided: new Map([["f2", fact(2, "accepted")]]),
      shown,
      upTo: 3,
    });
    expect(rows.map(({ number, status }) => [number, status])).toEqual([
      [3, "proposed"],
      [2, "accepted"],
      [1, "proposed"],
    ]);
  });

  it("omits a fact that was decided in another list", () => {
    const { rows } = settleFacts({ loaded: [fact(3)], decided: new Map([["f9", fact(9)]]), shown, upTo: 3 });
    expect(numbers(rows)).toEqual([3]);
  });

  it("hides new facts until the user asks for them, and counts them", () => {
    const held = settleFacts({ loaded: [fact(5), fact(4), fact(3)], decided: new Map(), shown, upTo: 3 });
    expect([numbers(held.rows), held.waiting]).toEqual([[3], 2]);
    const all = settleFacts({ loaded: [fact(5), fact(4), fact(3)], decided: new Map(), shown, upTo: null });
    expect([numbers(all.rows), all.waiting]).toEqual([[5, 4, 3], 0]);
  });
});
