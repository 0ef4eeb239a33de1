import { DocumentReceipt } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { describeReceipts } from "./describe-receipt.ts";

const documentId = "01a2b3c4-0000-7000-8000-000000000001";
const receipt = DocumentReceipt.parse({
  model: "rehearsal/atlas",
  ...{ contextWindow: 4000, inputLimit: 3000, tokensBefore: 5000, tokensAfter: 2900, continuation: 0 },
  at: "2026-11-16T09:00:00.000Z",
  parts: [
    {
      ...{ id: "a", kind: "document", label: "Proposal A", from: 4000, to: 1900, reused: false, documentId },
      leftOut: [{ start: 0, end: 5, text: "Hedge" }],
    },
  ],
});

describe("describeReceipts", () => {
  it("prints a heading and a unit for every figure, and says how to see the texts", () => {
    const text = describeReceipts([receipt], { leftOut: false });
    expect(text).toMatch(/were available\.\n/);
    expect(text).toMatch(/\nPART +TOKENS BEFORE {2}TOKENS SENT {2}CHARACTERS LEFT OUT {2}SHORTENED TEXT\n/);
    expect(text).toMatch(/\nProposal A +4000 +1900 +5 +new\n\nAdd --left-out to read/);
  });

  it("shows titles and authors instead of labels once the authors are known", () => {
    const authors = new Map([[documentId, { title: "Thesis", model: "rehearsal/briar" }]]);
    const text = describeReceipts([receipt], { leftOut: true, authors });
    expect(text).toMatch(/ DOCUMENT\n.+ new +Thesis, by rehearsal\/briar\n/);
    expect(text).toMatch(/left out of Proposal A =====\nHedge$/);
  });
});
