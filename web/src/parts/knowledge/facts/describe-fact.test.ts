import { describe, expect, it } from "vitest";
import { describeEvent, labelOf, reviewWords, sourceWords, valueText } from "./describe-fact.ts";

describe("labelOf", () => {
  it.each([
    ["Budget: 80,000 ILS", { amount: 80_000, currency: "ILS" }, "Budget"],
    ["Note: last: yes", true, "Note: last"],
    ["Something else", "x", "total"],
  ])("takes the label from the statement %j", (statement, value, label) => {
    expect(labelOf({ statement, value, key: "project.budget.total" })).toBe(label);
  });
});

describe("valueText", () => {
  it("joins a number and its unit with a non-breaking space", () => {
    expect(valueText({ value: { value: 6, unit: "m" } })).toBe("6\u00a0m");
    expect(valueText({ value: { amount: 80_000, currency: "ILS" } })).toBe("80,000\u00a0ILS");
    expect(valueText({ value: "two days of music" })).toBe("two days of music");
    expect(valueText({ value: false })).toBe("no");
  });
});

describe("describeEvent", () => {
  const event = { by: "user", from: "proposed", to: "accepted", reason: "" } as const;
  it.each([
    [{ ...event, act: "accept" }, "Accepted by you"],
    [{ ...event, act: "accept", reason: "accepted-all" }, "Accepted by you: together with all waiting facts"],
    [
      { ...event, act: "record", by: "policy", from: null, reason: "policy-passed" },
      "Accepted by the rules: your words, verified, not high-risk",
    ],
    [{ ...event, act: "choose", to: "rejected" }, "Not chosen by you"],
    [{ ...event, act: "edit", reason: "by phone" }, "Set by hand by you: by phone"],
    [{ ...event, act: "undo", to: "proposed", reason: "accept" }, "Undone, back to review by you"],
  ] as const)("describes %o", (given, words) => {
    expect(describeEvent(given)).toBe(words);
  });
});

it("describes sources and reasons; an unknown reason is shown as its code, in words", () => {
  expect(sourceWords({ source: "manual", evidence: null })).toBe("set by hand");
  expect(sourceWords({ source: "agent", evidence: null })).toBe("document");
  expect(reviewWords("low-confidence")).toBe("the extractor was not sure");
  expect(reviewWords("a-new-reason")).toBe("a new reason");
});
