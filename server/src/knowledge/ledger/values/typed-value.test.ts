import { describe, expect, it } from "vitest";
import { scanDates } from "./dates.ts";
import { scanMoney } from "./money.ts";
import { scanNumbers } from "./scan-numbers.ts";
import { readValue, type ValueRule } from "./typed-value.ts";
import { scanQuantities } from "./units.ts";

const context = { at: new Date("2026-11-18T09:00:00Z") };
const canonicalOf = (rule: ValueRule, raw: unknown, more = {}) => {
  const read = readValue(rule, raw, { ...context, ...more });
  return read.ok ? read.canonical : read.fault;
};

describe("numbers in a text", () => {
  it.each<[string, number[][]]>([
    ["300 guests", [[300]]],
    ["80,000", [[80000]]],
    ["80,500", [[80500, 80.5]]],
    ["at 17:15 or 6 pm on the 6th of March, March 8", []],
    ["٣٠٠ and ３００", [[300], [300]]],
    ["80.000", [[80, 80000]]],
    ["80.000,50 and 1,234.5", [[80000.5], [1234.5]]],
    ["1'250'000", [[1250000]]],
    ["80 000 people", [[80000]]],
    ["80k, 1.5 million, 2bn", [[80000], [1.5e6], [2e9]]],
    ["½ or 2½ or 1/4", [[0.5], [2.5], [0.25]]],
    ["two hundred and fifty, twenty-one", [[250], [21]]],
    ["two dozen", [[24]]],
    ["W1.2, A4, v2.0.1 and 12.03.2027", []],
    ["-5 degrees", [[-5]]],
    ["minus five, minus 12 and ten minus three", [[-5], [-12], [10], [3]]],
    ["at half past 7 or quarter past nine, half of 8", [[8]]],
  ])("in %j are %j", (text, values) => {
    expect(
      scanNumbers(text)
        .sort((a, b) => a.start - b.start)
        .map((found) => found.values),
    ).toEqual(values);
  });
});

describe("quantities in a text", () => {
  it.each([
    ["6 m", ["length:6"]],
    ["600 cm wide and 2.5 metres high", ["length:6", "length:2.5"]],
    ["6 x 3 m", ["length:6", "length:3"]],
    ["a six-metre wall", ["length:6"]],
    ["40 sqm", ["area:40"]],
    ["2 hours, 2 m", ["duration:2", "length:2"]],
    ["3 ft 6 in wide, 5 lb 8 oz and 1 h 30 min", ["length:1.0668", "mass:2.494758035", "duration:1.5"]],
    ["3 m 6 in the hall and 6 m 2 kg", ["length:3", "length:6", "mass:2"]],
    ["1,500 kg", ["mass:1500", "mass:1.5"]],
    ["meet at 6 in the hall", []],
    ["at 6 pm", []],
    ["230 V and 16 A", ["voltage:230", "current:16"]],
  ])("in %j are %j", (text, readings) => {
    expect(scanQuantities(text).flatMap((mention) => mention.readings)).toEqual(readings);
  });
});

describe("amounts of money in a text", () => {
  it.each([
    ["₪80,000", "money:ILS:80000"],
    ["80k ILS", "money:ILS:80000"],
    ["USD 4k", "money:USD:4000"],
    ["€80.000,50", "money:EUR:80000.5"],
    ["$1.5 million", "money:USD:1500000"],
    ["$2m", "money:USD:2000000"],
    ["80 thousand shekels", "money:ILS:80000"],
    ["12 pounds", "money:GBP:12"],
    ["1 euro", "money:EUR:1"],
    ["1.250.000 Euro", "money:EUR:1250000"],
  ])("in %j have %s as their first reading", (text, reading) => {
    expect(scanMoney(text, {})[0]?.readings[0]).toBe(reading);
  });

  it("are not found without a currency", () => {
    expect(scanMoney("300 guests, 6 m", {})).toEqual([]);
  });
});

describe("values", () => {
  it("have one canonical form if they mean the same", () => {
    const length = { type: "dimension", unitFamily: "length" } as const;
    expect(
      ["6 m", "600 cm", { value: 6, unit: "m" }, { value: "600", unit: "cm" }].map((raw) => canonicalOf(length, raw)),
    ).toEqual(Array(4).fill("length:6"));
    expect(canonicalOf(length, "3 ft 6 in")).toBe(canonicalOf(length, { value: 42, unit: "in" }));
    expect(readValue(length, "3 ft 6 in", context)).toMatchObject({ value: { value: 3.5, unit: "ft" } });
    const money = { type: "currency" } as const;
    expect(
      ["₪80,000", "80000 ILS", { amount: 80000, currency: "ILS" }, "80k NIS"].map((raw) => canonicalOf(money, raw)),
    ).toEqual(Array(4).fill("money:ILS:80000"));
    const date = { type: "date" } as const;
    expect(["2027-03-12", "12 March 2027", "March 12th, 2027"].map((raw) => canonicalOf(date, raw))).toEqual(
      Array(3).fill("date:2027-03-12"),
    );
  });

  it("are read with the project's locale and currency if the words alone are ambiguous", () => {
    expect(canonicalOf({ type: "date" }, "03/04/2027", { locale: "en-US" })).toBe("date:2027-03-04");
    expect(canonicalOf({ type: "date" }, "03/04/2027", { locale: "de-DE" })).toBe("date:2027-04-03");
    expect(readValue({ type: "date" }, "03/04/2027", context)).toMatchObject({ ok: true, ambiguous: true });
    expect(canonicalOf({ type: "currency" }, "$80", { currency: "CAD" })).toBe("money:CAD:80");
    expect(canonicalOf({ type: "currency" }, 80, { currency: "CAD" })).toBe("money:CAD:80");
  });

  it.each([
    ["March 2027", "2027-03"],
    ["in early Sept. 2027", "2027-09"],
    ["the end of May, 2027", "2027-05"],
    ["2027-03", "2027-03"],
    ["March", "2027-03"],
    ["12 March 2027", "2027-03-12"],
    ["in 2027", "2027"],
    ["marble 2027", "2027"],
  ])("of type date are as precise as the words: %j is %s", (words, date) => {
    expect(readValue({ type: "date" }, words, context)).toMatchObject({ ok: true, value: date, ambiguous: false });
  });

  it("of type date are relative to the time of the turn if the words are relative", () => {
    expect(canonicalOf({ type: "date" }, "tomorrow")).toBe("date:2026-11-19");
  });

  it.each([
    ["12 March", ["2027-03-12"]],
    ["3 June", ["2027-06-03"]], // nearer in the past than in the future
    ["18 November", ["2026-11-18"]], // the day of the turn
    ["December 24th", ["2026-12-24"]],
    ["24 December at 18:30", ["2026-12-24T18:30"]],
    ["since 3 June", ["2026-06-03"]],
    ["10 November", ["2027-11-10", "2026-11-10"]], // eight days ago, or in a year
  ])(
    "of type date without a year are the next such day, the last after 'since', or both soon after the last: %j is %j",
    (words, dates) => {
      const readings = new Set(scanDates(words, context).flatMap((mention) => mention.readings));
      expect([...readings]).toEqual(dates.map((one) => `date:${one}`));
      expect(readValue({ type: "date" }, words, context)).toMatchObject({ ok: true, ambiguous: dates.length > 1 });
    },
  );

  it("of type date without a year skip years that do not have that day", () => {
    const at = new Date("2028-05-01T09:00:00Z");
    expect(canonicalOf({ type: "date" }, "29 February", { at })).toBe("date:2032-02-29");
  });

  it("of type date with two numbers and no year are read in both orders unless the locale determines the order", () => {
    expect(readValue({ type: "date" }, "3/4", context)).toMatchObject({ ok: true, ambiguous: true });
    expect(canonicalOf({ type: "date" }, "3/4", { locale: "en-US" })).toBe("date:2027-03-04");
    expect(canonicalOf({ type: "date" }, "3/4", { locale: "de-DE" })).toBe("date:2027-04-03");
  });

  it("of type enum are recognised by their synonyms", () => {
    const finish = { type: "enum", options: { matte: ["matt", "mat"], gloss: ["glossy"] } } as const;
    expect(canonicalOf(finish, "Matt")).toBe("enum:matte");
    expect(canonicalOf(finish, "velvet")).toBe("unknown-option");
  });

  it("of type range have a lower and an upper end", () => {
    expect(canonicalOf({ type: "range" }, "between 4 and 6")).toBe("range:number:4..number:6");
    expect(canonicalOf({ type: "range" }, { min: 4, max: 6, unit: "m" })).toBe("range:length:4..length:6");
    expect(canonicalOf({ type: "range" }, { min: 6, max: 4 })).toBe("unreadable");
  });

  it("are refused with a reason if the type or unit is wrong", () => {
    expect(canonicalOf({ type: "dimension", unitFamily: "length" }, "6 kg")).toBe("wrong-unit-family");
    expect(canonicalOf({ type: "dimension" }, { value: 6, unit: "smoots" })).toBe("unknown-unit");
    expect(canonicalOf({ type: "boolean" }, 3)).toBe("wrong-type");
    expect(canonicalOf({ type: "number" }, "many")).toBe("unreadable");
    expect(canonicalOf({ type: "string" }, { text: "x" })).toBe("wrong-type");
  });
});
