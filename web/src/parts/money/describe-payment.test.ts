import { Budget, PaymentWait, SessionId, Wallet } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { describePayment, namePayment } from "./describe-payment.ts";

const wallet = Wallet.parse({ balance: "482600", held: "400000", free: "82600" });
const budget = Budget.parse({ cap: "500000", spent: "450000", held: "0", free: "50000" });
const wait = PaymentWait.parse({
  jobId: "01890a5d-ac96-774b-bcce-b302099a8057",
  reason: "funds",
  amount: "104000",
  limit: "wallet",
  shortBy: "21400",
  since: "2025-11-15T12:00:00Z",
  label: "Merge 3",
  projectId: null,
  sessionId: null,
  stage: "synthesis",
  model: "paid/scripted",
});
const text = (option: Parameters<typeof describePayment>[0]) =>
  Object.values(describePayment(option, { wallet, budget })).join(" ");

describe("describePayment", () => {
  it("states how much is missing, both for one job and for several", () => {
    const option = { kind: "top-up", waits: [wait], amount: "1000000", shortBy: "21400" } as const;
    expect(text({ ...option, waits: [wait] })).toBe(
      "$0.0214 short. Merge 3 needs $0.104, and $0.0826 is free. Add money and it continues automatically.",
    );
    expect(text({ ...option, waits: [wait, wait], shortBy: "125400" })).toBe(
      "$0.1254 short. 2\u00a0jobs need $0.208 together, and $0.0826 is free. Add money and they continue automatically.",
    );
    expect(namePayment({ ...option, waits: [wait] })).toBe("Add $1.00");
  });

  it("asks for approval, and states the share of the balance", () => {
    const option = { kind: "approve", waits: [wait], amount: "104000" } as const;
    expect(text({ ...option, waits: [wait] })).toBe(
      "Paused before spending. Merge 3 may cost up to $0.104, 22\u00a0% of your balance. It needs your approval.",
    );
    expect(namePayment({ ...option, waits: [wait] })).toBe("Approve $0.104");
    expect(namePayment({ ...option, waits: [wait, wait], amount: "208000" })).toBe("Approve all 2, $0.208");
  });

  it("states that the budget is reached", () => {
    const sessionId = SessionId.parse("01890a5d-ac96-774b-bcce-b302099a8058");
    const option = { kind: "raise", waits: [wait], sessionId, cap: "1000000" } as const;
    expect(text({ ...option, waits: [wait] })).toBe(
      "The budget of $0.50 is reached. Merge 3 needs $0.104, and $0.05 is left. Raise the budget and it continues automatically.",
    );
    expect(namePayment({ ...option, waits: [wait] })).toBe("Raise to $1.00");
  });
});
