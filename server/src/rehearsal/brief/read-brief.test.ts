import { describe, expect, it } from "vitest";
import { briefs } from "../sample-briefs.fixture.ts";
import { amountOf, figuresIn, likeSum, moneyIn } from "./figures.ts";
import { mannerOf } from "./manner.ts";
import { readPeople } from "./people.ts";
import { readBrief, titleOf } from "./read-brief.ts";
import { readSentences } from "./sentences.ts";

describe("the sentences of a brief", () => {
  it.each([
    [
      "It includes VAT. ₪60,000 is spent. 12 people come.",
      ["It includes VAT.", "₪60,000 is spent.", "12 people come."],
    ],
    ["Fertig bis 3. Mai 2027. Danach Pause.", ["Fertig bis 3. Mai 2027.", "Danach Pause."]],
    ["Done by Q3 2026. 30,000 records move.", ["Done by Q3 2026.", "30,000 records move."]],
    ["It ends at 22:00. The hall is empty.", ["It ends at 22:00.", "The hall is empty."]],
    ["Bring food, e.g. Bread. Dr. Lee pays.", ["Bring food, e.g. Bread.", "Dr. Lee pays."]],
    ["我们想开店。不能噪音扰民。", ["我们想开店。", "不能噪音扰民。"]],
    ["| a | b |\n|---|---|\n| c | 4 |", ["a | b", "c | 4"]],
  ])("are split correctly in %j", (text, sentences) => {
    expect(readSentences(text).map((one) => one.text)).toEqual(sentences);
  });

  it("carry the heading or lead-in above them", () => {
    const found = readSentences("# Trip\n\nWhat we allow:\n\n- Dogs.\n- Bikes.\n\nNo cars.");
    expect(found.map(({ text, under }) => [text, under])).toEqual([
      ["Trip", ""],
      ["Dogs.", "What we allow:"],
      ["Bikes.", "What we allow:"],
      ["No cars.", "Trip"],
    ]);
  });
});

it("keeps labels apart from the list above them, and labelled lines apart from each other", () => {
  const text = [
    ...["Goals:", "- replace the Rails monolith", "- keep PostgreSQL 15", "Constraints:", "- no new vendor"],
    ...["People: Priya (CTO), Sam (on-call)", "Not in scope: mobile apps", "Exclusions:", "- tablets"],
  ].join("\n");
  expect(readBrief(text, []).points.map(({ kind, quote, under }) => [kind, quote, under])).toEqual([
    ["goal", "replace the Rails monolith", "Goals"],
    ["goal", "keep PostgreSQL 15", "Goals"],
    ["exclusion", "no new vendor", "Constraints"],
    ["person", "People: Priya (CTO), Sam (on-call)", ""],
    ["exclusion", "Not in scope: mobile apps", ""],
    ["exclusion", "tablets", "Exclusions"],
  ]);
});

it("takes a first sentence about the people who ask for background, if another one says what they want", () => {
  const brief = readBrief("We run a chain of 14 bakeries. Anna Kowalska (operations) wants an ordering tool.", []);
  expect(brief.subject).toBe("Anna Kowalska (operations) wants an ordering tool");
  expect(brief.points.map(({ kind }) => kind)).toEqual(["figure", "goal"]);
  expect(readBrief("We run a chain of 14 bakeries.", []).points[0]?.kind).toBe("goal");
});

it.each([
  ["We want a garden for the school.", "goal"],
  ["The budget is 5,000 EUR.", "limit"],
  ["It runs on Wednesday 13 May 2026.", "date"],
  ["We expect never more than 120 guests.", "limit"],
  ["The checkout must never be down for more than 5 minutes.", "limit"],
  ["No drilling into the walls.", "exclusion"],
  ["Es darf nicht gebohrt werden.", "exclusion"],
  ["אסור לקדוח בקירות.", "exclusion"],
  ["Auf keinen Fall Beton im Wasser.", "exclusion"],
  ["個人情報を国外に置かないこと。", "exclusion"],
  ["予算は120万円。", "limit"],
  ["There is no tap.", "context"],
  ["We have not chosen a caterer yet.", "open"],
  ["Whether we buy or build is open.", "open"],
  ["Every price change needs a release.", "context"],
  ["About 60 families have signed up.", "figure"],
  ["Dana leads the team.", "person"],
])("%j is a %s", (text, kind) => {
  expect(readBrief(`A plan for the coming year\n\n${text}`, []).points.at(-1)?.kind).toBe(kind);
});

it.each([
  ["We expect 300 guests and 63 A in Hangar 12 of the port at 22:30.", ["300 guests", "63 A", "22:30"]],
  ["₪60,000 of ₪180,000 is spent on 13 May 2026.", ["₪60,000", "₪180,000"]],
  ["12.000 € für 35 Besucher", ["12.000 €", "35 Besucher"]],
  ["面积80平方米，预算30万元，明年三月开业", ["80平方米", "30万元"]],
])("finds the figures of %j with their units", (text, figures) => {
  expect(figuresIn(text)).toEqual(figures);
});

it("recognises a name as a person only if it has a responsibility", () => {
  expect(
    readPeople(["Dana produces the event; Yoav builds.", "The Rails Monolith runs in Berlin."]).map((one) => one.name),
  ).toEqual(["Dana", "Yoav"]);
  expect(readPeople(["Miriam, who runs finance, decides."]).map((one) => one.name)).toEqual(["Miriam"]);
  expect(readPeople(["Support runs late.", "Ask support first."])).toEqual([]);
  expect(readPeople(["Priya (CTO) and Dr. Osei from the council meet."]).map((one) => one.name)).toEqual([
    "Priya",
    "Dr. Osei",
  ]);
  expect(readPeople(["担当は佐藤さん。"]).map((one) => one.name)).toEqual(["佐藤"]);
  expect(readPeople(["It is in Hangar (east side), Berlin (Germany), on Postgres (managed)."])).toEqual([]);
  expect(readPeople(["Participants pay €40 each."])).toEqual([]);
  expect(readPeople(["Ana decide todo."]).map((one) => one.name)).toEqual(["Ana"]);
  expect(readPeople(["The food is cooked by us, and Tom decides."]).map((one) => one.name)).toEqual(["Tom"]);
});

it("keeps short sentences whole as titles, and cuts long ones where a clause ends", () => {
  expect(titleOf("The whole budget is ₪180,000")).toBe("The whole budget is ₪180,000");
  const { points } = readBrief(briefs.popup, []);
  for (const { title, quote } of points) {
    expect(quote.startsWith(title)).toBe(true);
    expect(title).not.toMatch(/ (?:and|or|the|of|to|never)$/);
  }
});

it("orders dates by day, and takes the largest sum as the money", () => {
  const { dates, money } = readBrief(briefs.popup, []);
  expect(dates).toEqual(["12 May 2026", "13 May", "14 May 2026", "15 May 2026"]);
  expect(money).toBe("₪180,000");
});

it("reads a sum with spaces between its thousands as one sum", () => {
  for (const space of [" ", "\u00a0", "\u202f"]) {
    const sum = `85${space}000 €`;
    expect(moneyIn(`Le budget est de ${sum}.`)).toEqual([sum]);
    expect(amountOf(sum)).toBe(85_000);
    expect(likeSum(sum, 68_000)).toBe(`68${space}000 €`);
  }
});

it("reads “k” and “thousand” as part of a sum", () => {
  for (const sum of ["80k ILS", "₪80k", "80 thousand shekels"]) {
    expect(moneyIn(`The budget is ${sum}.`)).toEqual([sum]);
    expect(amountOf(sum)).toBe(80_000);
  }
  expect(likeSum("80k ILS", 68_000)).toBe("68,000 ILS");
});

it.each([
  ["The budget is 5,000 EUR.", "limit"],
  ["Das Budget beträgt 12.000 €, und es muss bis 3. Mai 2027 fertig sein.", "limit"],
  ["The install must be finished by 08:00.", "date"],
  ["It must be accessible for wheelchairs.", "rule"],
  ["No drilling into the walls.", "rule"],
  ["About 60 families have signed up.", "figure"],
  ["There is no tap.", "context"],
])("treats %j as a %s", (text, manner) => {
  const point = readBrief(`A plan for the coming year\n\n${text}`, []).points.at(-1);
  expect(point && mannerOf(point)).toBe(manner);
});

it("reads a Chinese date, even if it is only a month of the next year", () => {
  expect(readBrief("我们想开店，明年三月开业。2027年5月1日结束。", []).dates).toEqual(["明年三月", "2027年5月1日"]);
});

it("reads a quarter as a date, and does not list a year alone as a figure", () => {
  const brief = readBrief("Move the data before the end of Q3 2026. Pay before May 2026.", []);
  expect(brief.dates).toEqual(["May 2026", "Q3 2026"]);
  expect(brief.points.flatMap(({ figures }) => figures)).toEqual([]);
});
