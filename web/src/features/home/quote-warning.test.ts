import { Quote, Wallet } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { quoteWarning } from "./quote-warning.ts";

const tokens = { low: 1, expected: 2, high: 3 };
const quote = Quote.parse({
  process: "brief",
  models: ["paid/scripted"],
  leadModel: "paid/scripted",
  maxOutputTokens: null,
  calls: 5,
  low: "140000",
  expected: "220000",
  high: "410000",
  tokens,
  stages: [],
  free: false,
  notes: [],
});
const wallet = (free: string) => Wallet.parse({ balance: free, held: "0", free });

describe("quoteWarning", () => {
  it.each([
    ["", "220000", null],
    ["", "219999", "$0.219999 is free in your wallet"],
    ["0.30", "220000", null],
    ["0.2", "9000000", "It will probably pause at your budget: about $0.22 is expected."],
    ["$0.1", "9000000", "It will pause before its end: $0.14 is the least it can cost."],
    ["nonsense", "220000", null],
  ])("a budget of %j and %s free", (budget, free, expected) => {
    const warning = quoteWarning(quote, budget, wallet(free));
    if (expected === null) expect(warning).toBeNull();
    else expect(warning).toContain(expected);
  });

  it("has none for what costs nothing", () => {
    expect(quoteWarning({ ...quote, free: true }, "0.01", wallet("0"))).toBeNull();
  });
});
