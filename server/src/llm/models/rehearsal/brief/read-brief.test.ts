import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { briefs } from "../sample-briefs.ts";
import { daysBefore, formatDay, readDays } from "./dates.ts";
import { fragmentAround, fragmentsOf } from "./fragments.ts";
import { formatNumber, readAmounts, readQuantities, shareOf } from "./quantities.ts";
import { readBrief } from "./read-brief.ts";
import { readSentences } from "./sentences.ts";
import { readSubject } from "./subject.ts";

describe("sentences", () => {
  it.each([
    ["One. Two! Three?", ["One.", "Two!", "Three?"]],
    ["# Title\nwrapped\nlines. End", ["Title", "wrapped lines.", "End"]],
    ["- first item\n  goes on\n- [ ] second", ["first item goes on", "second"]],
    ["Es muss bis 3. Mai 2027 stehen. Ja.", ["Es muss bis 3. Mai 2027 stehen.", "Ja."]],
    ["Costs approx. 3.5 m, e.g. Tuesday.", ["Costs approx. 3.5 m, e.g. Tuesday."]],
    ["אחת. שתיים.", ["אחת.", "שתיים."]],
    ["一。二！三", ["一。", "二！", "三"]],
    ["text\n```\ncode. Here\n```\nmore", ["text", "more"]],
    ["```\nonly code\n```", ["only code"]],
    ["", []],
  ])("of %j", (text, expected) => {
    expect(readSentences(text).map((one) => one.text)).toEqual(expected);
  });
});

describe("quotations", () => {
  it.each([
    ["and nothing may hang from the roof", ["nothing may hang from the roof"]],
    ["The budget is ₪180,000 (including VAT), at 22:00.", ["The budget is ₪180,000", "including VAT", "at 22:00"]],
    ["**Bold** `code` <b>tag</b> | cell", ["Bold", "code", "b", "tag", "/b", "cell"]],
  ])("from %j", (sentence, expected) => {
    expect(fragmentsOf(sentence)).toEqual(expected);
  });

  it("end where a phrase ends, and hold the word they are about", () => {
    const long =
      "We would like to turn the old lot behind the school into a garden where people of all ages grow vegetables together and learn";
    expect(fragmentAround(long, /vegetables/)).toBe("where people of all ages grow vegetables together and learn");
    expect(fragmentAround(long, /lot/).split(" ").length).toBeLessThanOrEqual(16);
  });

  it("stand in the text letter by letter and carry no Markdown", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "grapheme", maxLength: 200 }), fc.lorem({ maxCount: 40 })), (text) => {
        for (const { text: sentence } of readSentences(text)) {
          for (const fragment of fragmentsOf(sentence)) {
            expect(sentence).toContain(fragment);
            expect(fragment).not.toMatch(/[|`*#<>[\]“”"]/u);
            expect(fragment).not.toBe("");
          }
        }
      }),
    );
  });
});

describe("figures", () => {
  it.each([
    ["300 guests over two days", ["300 guests", "two days*"]],
    ["never more than 120 guests at once", ["120 guests*"]],
    ["4,200 active customers on 14 price plans", ["4,200 active customers", "14 price plans"]],
    ["6 m wide and 3.2 m high, 63 A", ["6 m", "3.2 m", "63 A"]],
    ["850 square metres since 1998 there", ["850 square metres"]],
    ["by 30 September 2026 without delay, at 22:00", []],
    ["₪60,000 of it and 4,000 EUR", []],
  ])("in %j", (text, expected) => {
    expect(readQuantities([text]).map((one) => `${one.text}${one.bounded ? "*" : ""}`)).toEqual(expected);
  });

  it.each([
    ["The budget is ₪180,000.", 180_000, "₪"],
    ["We have 250k EUR", 250_000, "EUR"],
    ["a grant of £22,000", 22_000, "£"],
    ["התקציב הוא 250,000 ₪", 250_000, "₪"],
    ["预算30万元", 30, "万元"],
    ["1.5 million dollars", 1_500_000, "dollars"],
    ["Das Budget beträgt 12.000 €", 12_000, "€"],
    ["costs 1.250 EUR or 3.5 EUR less", 1_250, "EUR"],
    ["pays 900,000 NOK", 900_000, "NOK"],
  ])("of money in %j", (text, value, currency) => {
    expect(readAmounts([text])[0]).toMatchObject({ value, currency });
  });

  it("are written as one would write them", () => {
    const [amount] = readAmounts(["₪180,000"]);
    if (!amount) throw new Error("There is an amount.");
    expect([shareOf(amount, 0.1), shareOf(amount, 0.003), formatNumber(57.14), formatNumber(3.25)]).toEqual([
      "₪18,000",
      "₪540",
      "57",
      "3.3",
    ]);
  });

  it.each([
    ["on 13 May 2026", "2026-05-13"],
    ["on May 13th, 2026", "2026-05-13"],
    ["by 2026-05-13", "2026-05-13"],
    ["עד 1.6.2026", "2026-06-01"],
    ["from 13 May to 14 May 2026", "2026-05-13"],
  ])("of days in %j", (text, expected) => {
    expect(readDays([text])[0]?.at?.toISOString().slice(0, 10)).toBe(expected);
  });

  it("of days are counted back across months", () => {
    expect(formatDay(daysBefore(new Date("2026-03-01"), 1))).toBe("28 February 2026");
  });
});

describe("the subject", () => {
  it.each([
    ["# A two-day pop-up launch for 300 guests", "a two-day pop-up launch for 300 guests", "pop-up launch"],
    ["# Replace our billing system", "replacing the billing system", "billing system replacement"],
    ["We want to open a small bakery in Bristol.", "opening a small bakery in Bristol", "small bakery opening"],
    ["Community garden on Alder Street", "the community garden on Alder Street", "community garden"],
    ["I want to learn Spanish before the summer.", "learning Spanish before the summer", "Spanish"],
    [
      "Our firm moves to a new office. The office is small.",
      "the request “Our firm moves to a new office”",
      "office plan",
    ],
    ["Ana plans a dinner for 80 guests.", "a dinner for 80 guests", "dinner"],
    ["hi", "the request “hi”", "plan"],
    ["我们想开店。", "the request “我们想开店”", "plan"],
    ["", "the request", "request"],
  ])("of %j", (text, long, short) => {
    expect(readSubject(readSentences(text))).toMatchObject({ long, short });
  });
});

describe("a whole brief", () => {
  it("gives its people, places, conditions and matters", () => {
    const brief = readBrief(briefs.popup);
    expect(brief.people).toEqual(["Dana", "Yoav"]);
    expect(brief.places).toEqual(["Hangar 12", "Jaffa"]);
    expect(brief.total?.text).toBe("₪180,000");
    expect(brief.anchor?.text).toBe("13 May");
    expect(brief.limits).toContain("No drilling into floor or walls");
    expect(brief.topics.map((topic) => topic.lore.key)).toEqual(
      expect.arrayContaining(["guests", "venue", "install", "power", "money"]),
    );
    expect(brief.gaps.map((gap) => gap.kind)).toEqual(["undecided"]);
  });

  it("of any kind is read, and has at least five matters, each with a quotation", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "grapheme", maxLength: 300 }), fc.constantFrom(...Object.values(briefs))),
        (text) => {
          const brief = readBrief(text);
          expect(brief.topics.length).toBeGreaterThanOrEqual(5);
          expect(brief.topics.length).toBeLessThanOrEqual(10);
          const flat = text.replaceAll(/\s+/g, " ");
          for (const topic of brief.topics) expect(flat).toContain(topic.quote);
        },
      ),
    );
  });
});
