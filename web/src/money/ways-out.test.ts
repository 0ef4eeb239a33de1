import { Budget, PaymentWait, Wallet } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { waysOut } from "./ways-out.ts";

let count = 0;
const wait = (parts: Partial<PaymentWait>) =>
  PaymentWait.parse({
    jobId: `01890a5d-ac96-774b-bcce-${String(count++).padStart(12, "0")}`,
    reason: "funds",
    amount: "104000",
    limit: "wallet",
    shortBy: "104000",
    since: "2025-11-15T12:00:00Z",
    label: "Merge 3",
    projectId: null,
    sessionId: null,
    stage: "synthesis",
    model: "paid/scripted",
    ...parts,
  });
const approval = (amount: string) => wait({ reason: "approval", amount, limit: null, shortBy: null });
const wallet = Wallet.parse({ balance: "82600", held: "0", free: "82600" });
const budget = Budget.parse({ cap: "500000", spent: "400000", held: "50000", free: "50000" });

describe("waysOut", () => {
  it("has none where nothing waits", () => {
    expect(waysOut([], { wallet, budget: null })).toEqual([]);
  });

  it("covers in whole dollars what all of them lack together, less what is free", () => {
    const waits = [wait({}), wait({ amount: "2000000" })];
    expect(waysOut(waits, { wallet, budget: null })).toEqual([
      { kind: "top-up", waits, amount: "3000000", shortBy: "2021400" },
    ]);
  });

  it("raises the budget over what is spent, held and asked for", () => {
    const waits = [wait({ limit: "budget" })];
    expect(waysOut(waits, { wallet, budget })).toEqual([{ kind: "raise", waits, cap: "1000000" }]);
  });

  it("asks for the wallet's money where a budget has been lifted meanwhile", () => {
    const waits = [wait({ limit: "budget" })];
    expect(waysOut(waits, { wallet, budget: null })).toMatchObject([{ kind: "top-up" }]);
  });

  it("gives leave for all that ask, beside what else is missing", () => {
    const waits = [approval("100"), wait({}), approval("50")];
    expect(waysOut(waits, { wallet, budget: null })).toMatchObject([
      { kind: "approve", amount: "150" },
      { kind: "top-up", amount: "1000000", shortBy: "21400" },
    ]);
  });

  it("has nothing to be done where the money came meanwhile", () => {
    const waits = [wait({ shortBy: "0" })];
    expect(waysOut(waits, { wallet, budget: null })).toEqual([{ kind: "wait", waits }]);
  });
});
