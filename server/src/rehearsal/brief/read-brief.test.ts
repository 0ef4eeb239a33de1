import { describe, expect, it } from "vitest";
import { briefs } from "../sample-briefs.fixture.ts";
import { datesIn, figuresIn, moneyIn } from "./figures.ts";
import { readPeople } from "./people.ts";
import { cited, readBrief, shortened, titleOf } from "./read-brief.ts";
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
    ["SEK 212,000 excl. VAT is too much. We pay.", ["SEK 212,000 excl. VAT is too much.", "We pay."]],
    ["Ida paga, l'ing. Russo firma. Basta.", ["Ida paga, l'ing. Russo firma.", "Basta."]],
    ["J. O'Hara has the key. We wait.", ["J. O'Hara has the key.", "We wait."]],
    [
      "See https://a.example/p?id=7 and call. Open Mon.-Thu. only.",
      ["See https://a.example/p?id=7 and call.", "Open Mon.-Thu. only."],
    ],
    [
      'She said (twice. Really.) no. He said "We go. Now." twice.',
      ["She said (twice. Really.) no.", 'He said "We go. Now." twice.'],
    ],
    ["我们想开店。不能噪音扰民。", ["我们想开店。", "不能噪音扰民。"]],
    ["| a | b |\n|---|---|\n| c | 4 |", ["a | b", "c | 4"]],
  ])("are split correctly: %j", (text, sentences) => {
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

it.each(["(a. B ", '"A. ', "Abc: x\n", "We will not:\n- hire\n"])(
  "reads %j in linear time, however often it is repeated",
  (text) => {
    const started = performance.now();
    readSentences(text.repeat(40_000));
    // If a sentence were searched again for each of its pieces, this would take many seconds.
    expect(performance.now() - started).toBeLessThan(4_000);
  },
);

it("keeps labels apart from the list above them, and labelled lines apart from each other", () => {
  const text = [
    ...["Goals:", "- replace the Rails monolith", "- keep PostgreSQL 15", "Constraints:", "- no new vendor"],
    ...["People: Priya (CTO), Sam (on-call)", "Not in scope: mobile apps", "Exclusions:", "- tablets"],
  ].join("\n");
  expect(readBrief(text, []).points.map(({ kind, quote, under }) => [kind, quote, under])).toEqual([
    ["goal", "replace the Rails monolith", "Goals:"],
    ["goal", "keep PostgreSQL 15", "Goals:"],
    ["exclusion", "no new vendor", "Constraints:"],
    ["person", "People: Priya (CTO), Sam (on-call)", ""],
    ["exclusion", "Not in scope: mobile apps", ""],
    ["exclusion", "tablets", "Exclusions:"],
  ]);
});

it("treats a first sentence about the authors of the brief as background if another sentence says what they want", () => {
  const brief = readBrief("We run a chain of 14 bakeries. Anna Kowalska (operations) wants an ordering tool.", []);
  expect(brief.points.find(({ kind }) => kind === "goal")?.quote).toBe(
    "Anna Kowalska (operations) wants an ordering tool",
  );
  expect(brief.points.map(({ kind }) => kind)).toEqual(["figure", "goal"]);
  expect(readBrief("We run a chain of 14 bakeries.", []).points[0]?.kind).toBe("goal");
});

it.each([
  ["We want a garden for the school.", "goal"],
  ["The budget is 5,000 EUR.", "limit"],
  ["Das Budget beträgt 12.000 €, und es muss bis 3. Mai 2027 fertig sein.", "limit"],
  ["The install must be finished by 08:00.", "date"],
  ["It must be accessible for wheelchairs.", "limit"],
  ["Please don't split series 7 to 12.", "exclusion"],
  ["Anything but a Friday opening.", "exclusion"],
  ["La ruota non va toccata.", "exclusion"],
  ["Нельзя использовать лифт.", "exclusion"],
  ["ممنوع التدخين في القاعة.", "exclusion"],
  ["Не знаем, готов ли пол.", "open"],
  ["Hi all,", "context"],
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
  ["Not an app: half of the pupils have no phone.", "exclusion"],
  ["Nicht im Keller lagern.", "exclusion"],
  ["I have never held a cello.", "context"],
  ["The licence ends on 31 August 2027 and we want to move by then.", "goal"],
  ["Der Vertrag endet am 3. Mai 2027, und bis dahin wollen wir umziehen.", "goal"],
  ["The landlord wants an answer by 15 January 2027.", "date"],
  ["It must be finished before winter.", "date"],
  ["We have 38,000 EUR.", "limit"],
  ["The council pays up to £3,200.", "limit"],
  ["The contract costs 740 EUR a month.", "figure"],
  ["At present 61 kg are thrown away daily.", "figure"],
  ["Der Steuerberater bekommt die Daten im DATEV-Format.", "limit"],
])("%j is a %s", (text, kind) => {
  expect(readBrief(`A plan for the coming year\n\n${text}`, []).points.at(-1)?.kind).toBe(kind);
});

it.each([
  ["We expect 300 guests and 63 A in Hangar 12 of the port at 22:30.", ["300 guests", "63 A", "22:30"]],
  ["₪60,000 of ₪180,000 is spent on 13 May 2026.", ["₪60,000", "₪180,000"]],
  ["12.000 € für 35 Besucher", ["12.000 €", "35 Besucher"]],
  ["面积80平方米，预算30万元，明年三月开业", ["80平方米", "30万元"]],
])("finds the figures in %j with their units", (text, figures) => {
  expect(figuresIn(text)).toEqual(figures);
});

it("recognises a name as a person only if it has a responsibility", () => {
  expect(readPeople(["Dana produces the event; Yoav builds.", "The Rails Monolith runs in Berlin."])).toEqual([
    "Dana",
    "Yoav",
  ]);
  expect(readPeople(["Miriam, who runs finance, decides."])).toEqual(["Miriam"]);
  expect(readPeople(["Support runs late.", "Ask support first."])).toEqual([]);
  expect(readPeople(["Priya (CTO) and Dr. Osei from the council meet."])).toEqual(["Priya", "Dr. Osei"]);
  expect(readPeople(["担当は佐藤さん。"])).toEqual(["佐藤"]);
  expect(readPeople(["It is in Hangar (east side), Berlin (Germany), on Postgres (managed)."])).toEqual([]);
  expect(readPeople(["Participants pay €40 each."])).toEqual([]);
  expect(readPeople(["Ana decide todo."])).toEqual(["Ana"]);
  expect(readPeople(["The food is cooked by us, and Tom decides."])).toEqual(["Tom"]);
});

it("shortens only long sentences, and cuts them where a clause ends", () => {
  const { points } = readBrief(briefs.popup, []);
  for (const point of points) {
    const short = shortened(point);
    expect(point.quote.startsWith(short.replace(/ …$/, ""))).toBe(true);
    expect(short.endsWith(" …")).toBe(short !== point.quote);
    expect(short).not.toMatch(/ (?:and|or|the|of|to|never) …$/);
  }
  expect(points.map(titleOf)).toContain("The whole budget is ₪180,000 including VAT");
});

const long = (middle: string) =>
  `We begin ${"very ".repeat(19)}carefully ${middle} and then the rest of it follows after that`;

it.each([
  long("(one, two, three, four)"),
  long('"one, two, three, four"'),
  long("“one, two, three, four”"),
  long("1,140 at 07:30"),
])("cuts %j neither inside brackets or quotation marks nor inside a number", (sentence) => {
  const short = shortened({ kind: "goal", quote: sentence }).replace(/ …$/, "");
  expect(sentence.startsWith(`${short} `)).toBe(true);
  expect(short).not.toMatch(/[("“][^)"”]*$/);
});

it("never shortens an exclusion, because its negation may come last", () => {
  const quote = `${"Das sehr lange Wort ".repeat(10)}darf nicht benutzt werden`;
  expect(shortened({ kind: "exclusion", quote })).toBe(quote);
});

it("quotes each item that a list excludes together with the line above the list", () => {
  const { points } = readBrief("A portal\n\nWe will not:\n- hire\n- fly:\n  - to Rome\n\nThe rest is open to you.", []);
  expect(points.map((point) => [point.kind, cited(point), titleOf(point)])).toEqual([
    ["goal", "“A portal”", "A portal"],
    ["exclusion", "“We will not:” “hire”", "We will not: hire"],
    ["exclusion", "“We will not:” “to Rome”", "We will not: to Rome"],
    ["context", "“The rest is open to you”", "The rest is open to you"],
  ]);
});

it("quotes a sentence that spans several lines of a Markdown quote in parts, each of them as it was written", () => {
  const { points } = readBrief("> The hall holds 90 chairs, not\n> 120. We need 30 more,\nor benches.", []);
  expect(points.map(cited)).toEqual(["“The hall holds 90 chairs, not” “120”", "“We need 30 more, or benches”"]);
  expect(points.map(titleOf)).toEqual(["The hall holds 90 chairs, not 120", "We need 30 more, or benches"]);
});

it.each([
  ["What we do not want:", "exclusion"],
  ["Out of scope:", "exclusion"],
  ["Was wir nicht wollen:", "exclusion"],
  ["Ce que nous ne voulons pas :", "exclusion"],
  ["Lo que no queremos:", "exclusion"],
  ["Cosa non vogliamo:", "exclusion"],
  ["Wat we niet willen:", "exclusion"],
  ["Чего мы не хотим:", "exclusion"],
  ["מה אסור:", "exclusion"],
  ["ممنوع:", "exclusion"],
  ["不要：", "exclusion"],
  ["Not yet decided:", "open"],
  ["Goals:", "goal"],
  ["Team:", "person"],
])("gives the lines below %j the kind %s", (lead, kind) => {
  expect(readBrief(`A plan\n\n${lead}\n\n- red tiles`, []).points.at(-1)?.kind).toBe(kind);
});

it("keeps tables, code, mail headers and signatures as blocks", () => {
  const text = [
    ...["From: A <a@b.example>", "Subject: tiles", "", "Hi all,", "", "We want tiles.", ""],
    ...["| a | b |", "|---|---|", "| c | 4 |", "", "```", "x: 1", "", "y: no", "```", "", "--", "A B | +46 8 555"],
  ].join("\n");
  expect(readBrief(text, []).points.map(({ kind, quote, block }) => [kind, quote, block])).toEqual([
    ["context", "From: A <a@b.example>", ""],
    ["context", "Subject: tiles", ""],
    ["context", "Hi all,", ""],
    ["goal", "We want tiles", ""],
    ["block", "a | b", "Table of the request"],
    ["block", "c | 4", "Table of the request"],
    ["block", "x: 1", "Block of text of the request"],
    ["block", "y: no", "Block of text of the request"],
    ["context", "A B | +46 8 555", ""],
  ]);
});

it("reads a heading as a sentence if it says something, or if nothing is below it", () => {
  const text =
    "# Garden\n\n## Budget: 5 EUR\n## No trees\n### Who\n**A. Bo** – has the key\n**C. Do** – pays\n\n## Why\n\nShade.";
  expect(readBrief(text, []).points.map(({ quote, under }) => [quote, under])).toEqual([
    ["Garden", ""],
    ["Budget: 5 EUR", ""],
    ["No trees", ""],
    ["**A. Bo** – has the key", "Who"],
    ["**C. Do** – pays", "Who"],
    ["Shade", "Why"],
  ]);
});

it("treats everything below an exclusion heading as excluded", () => {
  const { points } = readBrief("# App\n\n## Out of scope\n\n### Phones\n\n- iOS\n\n## Later\n\nWe rest.", []);
  expect(points.map(({ kind, quote }) => [kind, quote])).toEqual([
    ["goal", "App"],
    ["exclusion", "iOS"],
    ["context", "We rest"],
  ]);
});

it("reads a sum with spaces between its thousands as one sum", () => {
  for (const space of [" ", "\u00a0", "\u202f"]) {
    const sum = `85${space}000 €`;
    expect(moneyIn(`Le budget est de ${sum}.`)).toEqual([sum]);
  }
});

it("reads “k” and “thousand” as part of a sum", () => {
  for (const sum of ["80k ILS", "₪80k", "80 thousand shekels"]) {
    expect(moneyIn(`The budget is ${sum}.`)).toEqual([sum]);
  }
});

it("reads a Chinese date, even if it gives only a month of next year", () => {
  expect(datesIn("我们想开店，明年三月开业。2027年5月1日结束。")).toEqual(["明年三月", "2027年5月1日"]);
});

it.each([
  ["Cut the waste by half until the end of the school year.", true],
  ["Das Dach hält nur bis Weihnachten.", true],
  ["Nous ouvrons avant l'été.", true],
  ["צריך לסיים עד סוף השנה.", true],
  ["The club meets in a hall with 40 chairs.", false],
  ["Das Dach wurde vor fünf Jahren repariert.", false],
])("finds out whether %j states a time: %s", (text, says) => {
  expect(readBrief(text, []).says.date).toBe(says);
});

it("reads a quarter as a date, and does not list a year alone as a figure", () => {
  const text = "Move the data before the end of Q3 2026. Pay before May 2026.";
  expect(datesIn(text)).toEqual(["Q3 2026", "May 2026"]);
  expect(figuresIn(text)).toEqual([]);
});
