import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markedLines } from "./marked-lines.ts";
import { turnSections } from "./turn-sections.ts";

const chat = "The lift is narrow.\nמעלית המשא מוגבלת ל-2.2 מטר\nMake it 3 m tall.";
const text = `[TURN_META]\nproject\n\n[FREE_CHAT]\n${chat}\n`;
const meta = { section: "TURN_META" as const, range: { start: 12, end: 19 }, parts: [] };
const start = text.indexOf(chat);
const free = { section: "FREE_CHAT" as const, range: { start, end: start + chat.length }, parts: [] };

describe("turnSections", () => {
  it("marks the exact quote in its section, and nothing in the other sections", () => {
    const quote = "Make it 3 m tall";
    const at = text.indexOf(quote);
    const [first, second] = turnSections({ text, sections: [meta, free] }, { start: at, end: at + quote.length });
    expect(first).toMatchObject({ text: "project", mark: null });
    expect(second?.text.slice(second.mark?.start, second.mark?.end)).toBe(quote);
  });

  it("shortens a long section around the quote, and shows the whole section on request", () => {
    const long = `${"word ".repeat(400)}the quote ${"word ".repeat(400)}`;
    const bundle = {
      text: long,
      sections: [{ section: "AGENT_OUTPUT" as const, range: { start: 0, end: long.length }, parts: [] }],
    };
    const at = long.indexOf("the quote");
    const place = { start: at, end: at + 9 };
    const [cut] = turnSections(bundle, place);
    expect(cut).toMatchObject({ cutBefore: true, cutAfter: true });
    expect(cut?.text.slice(cut.mark?.start, cut.mark?.end)).toBe("the quote");
    expect(cut?.text.length).toBeLessThan(1_100);
    const [whole] = turnSections(bundle, place, new Set(["AGENT_OUTPUT"]));
    expect(whole).toMatchObject({ text: long, cutBefore: false, cutAfter: false });
  });

  it("keeps every character of the quote, wherever it is", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 3_000 }), fc.nat(), fc.integer({ min: 1, max: 250 }), (body, from, length) => {
        const begin = body.length === 0 ? 0 : from % body.length;
        const end = Math.min(body.length, begin + length);
        const sections = [{ section: "FREE_CHAT" as const, range: { start: 0, end: body.length }, parts: [] }];
        const [shown] = turnSections({ text: body, sections }, { start: begin, end });
        expect(shown?.text.slice(shown.mark?.start, shown.mark?.end)).toBe(body.slice(begin, end));
      }),
    );
  });
});

describe("markedLines", () => {
  it("splits a text into lines, each with its part of the mark", () => {
    expect(markedLines("one\ntwo\nthree", { start: 2, end: 6 })).toEqual([
      [
        { text: "on", isMarked: false },
        { text: "e", isMarked: true },
      ],
      [
        { text: "tw", isMarked: true },
        { text: "o", isMarked: false },
      ],
      [{ text: "three", isMarked: false }],
    ]);
    expect(markedLines("", null)).toEqual([[]]);
  });
});
