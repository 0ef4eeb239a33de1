import { describe, expect, it } from "vitest";
import { SessionId } from "./ids.ts";
import { paymentOptions } from "./payment-options.ts";
import { Budget, PaymentWait, Wallet } from "./wallet.ts";

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

const sessionId = SessionId.parse("01890a5d-ac96-774b-bcce-b302099a8057");
const other = SessionId.parse("01890a5d-ac96-774b-bcce-b302099a8058");
const funds = { wallet, budgetOf: () => null };

describe("paymentOptions", () => {
  it("returns no option if no job waits", () => {
    expect(paymentOptions([], funds)).toEqual([]);
  });

  it("offers one top-up for all waiting jobs: the sum of what they need, less the free balance, rounded up to whole dollars", () => {
    const waits = [wait({}), wait({ amount: "2000000" })];
    expect(paymentOptions(waits, funds)).toEqual([{ kind: "top-up", waits, amount: "3000000", shortBy: "2021400" }]);
  });

  it("offers a budget that covers the amounts spent, held and requested, in whole dollars", () => {
    const waits = [wait({ limit: "budget", sessionId })];
    expect(paymentOptions(waits, { wallet, budgetOf: () => budget })).toEqual([
      { kind: "raise", waits, sessionId, cap: "1000000" },
    ]);
  });

  it("offers to raise the budget of each session separately, and to top up the wallet once for all sessions", () => {
    const [one, two] = [wait({ limit: "budget", sessionId }), wait({ limit: "budget", sessionId: other })];
    const waits = [one, wait({ sessionId: other }), two, wait({ sessionId })];
    expect(paymentOptions(waits, { wallet, budgetOf: () => budget })).toMatchObject([
      { kind: "top-up", shortBy: "125400" },
      { kind: "raise", sessionId, waits: [one] },
      { kind: "raise", sessionId: other, waits: [two] },
    ]);
  });

  it("offers a top-up if the budget was removed in the meantime", () => {
    const waits = [wait({ limit: "budget", sessionId })];
    expect(paymentOptions(waits, funds)).toMatchObject([{ kind: "top-up" }]);
  });

  it("offers one approval for all calls that wait for it, and a separate top-up for what other calls lack", () => {
    const waits = [approval("100"), wait({}), approval("50")];
    expect(paymentOptions(waits, funds)).toMatchObject([
      { kind: "approve", amount: "150" },
      { kind: "top-up", amount: "1000000", shortBy: "21400" },
    ]);
  });

  it("offers only to wait if the money arrived in the meantime", () => {
    const waits = [wait({ shortBy: "0" })];
    expect(paymentOptions(waits, funds)).toEqual([{ kind: "wait", waits }]);
  });
});
