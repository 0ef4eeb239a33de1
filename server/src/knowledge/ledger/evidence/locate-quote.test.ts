import { describe, expect, it } from "vitest";
import { locateQuote } from "./locate-quote.ts";

describe("a quote that occurs more than a thousand times", () => {
  const sentence = "Five rooms. ";
  const text = sentence.repeat(1_500);
  const range = { start: 0, end: text.length };
  const bundle = { text, sections: [{ section: "FREE_CHAT" as const, range, parts: [range] }] };
  const last = text.length - sentence.length;

  it("is found by its exact offsets", () => {
    expect(locateQuote(bundle, { quote: "Five rooms", start: last })).toMatchObject({
      ok: true,
      range: { start: last, end: last + "Five rooms".length },
    });
  });

  it("is ambiguous if its offsets are not exact, because only the first thousand occurrences are searched", () => {
    expect(locateQuote(bundle, { quote: "Five rooms", start: last + 1 })).toEqual({ ok: false, fault: "ambiguous" });
  });
});
