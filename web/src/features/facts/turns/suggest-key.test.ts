import { describe, expect, it } from "vitest";
import { suggestKey } from "./suggest-key.ts";

const evidence = { quote: "Finance wants one invoice, please", start: 0, end: 4 } as Parameters<
  typeof suggestKey
>[0]["evidence"];

describe("suggestKey", () => {
  it.each([
    [
      { key: "project.budget.invoice_count", value: 1 },
      { key: "project.budget.invoice_count", label: "Invoice count", type: "number" },
    ],
    [
      { key: "Mood!", value: "calm" },
      { key: "project.summary.mood", label: "Mood", type: "string" },
    ],
    [
      { key: "item.summary.x", value: true },
      { key: "project.summary.x", label: "X", type: "boolean" },
    ],
    [
      { key: "item.materials.grain", itemId: "i1", value: "fine" },
      { key: "item.materials.grain", label: "Grain", type: "string" },
    ],
    [
      { key: "item.mood.tone", itemId: "i1", value: "warm" },
      { key: "item.summary.tone", label: "Tone", type: "string" },
    ],
    [
      { key: "project.mood.tone", value: "warm" },
      { key: "project.summary.tone", label: "Tone", type: "string" },
    ],
    ["not an object", { key: "project.summary.finance_wants_one", label: "Finance wants one", type: "string" }],
  ])("suggests a key for %o", (operation, expected) => {
    expect(suggestKey({ operation, evidence })).toEqual(expected);
  });
  it("uses a general name if the quote has no Latin letters", () => {
    expect(suggestKey({ operation: {}, evidence: { ...evidence, quote: "מעלית" } as typeof evidence }).key).toBe(
      "project.summary.statement",
    );
  });
});
