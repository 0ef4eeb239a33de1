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
    ["0.2", "9000000", "The run will probably pause at your budget: the expected cost is about $0.22."],
    ["$0.1", "9000000", "The budget is too low: the run costs at least $0.14 and will pause before its end."],
    ["nonsense", "220000", null],
  ])("compares the quote with a budget of %j and a wallet that has %s", (budget, free, expected) => {
    const warning = quoteWarning(quote, budget, wallet(free));
    if (expected === null) expect(warning).toBeNull();
    else expect(warning).toContain(expected);
  });

  it("returns no warning for a free run", () => {
    expect(quoteWarning({ ...quote, free: true }, "0.01", wallet("0"))).toBeNull();
  });
});
