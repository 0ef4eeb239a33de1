import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { rehearse } from "../sample-process.fixture.ts";
import { extractFacts } from "./extract-facts.ts";
import { readTurn } from "./read-turn.ts";

const said = (text: string) =>
  extractFacts([{ name: "FREE_CHAT", text }]).map(({ op, key, valueType, value }) =>
    [op, key, valueType, value].join(" | "),
  );

it.each([
  ["The whole budget is ₪180,000 including VAT.", ["ADD | project.budget.total | currency | ₪180,000"]],
  ["The budget is 80k ILS.", ["ADD | project.budget.total | currency | 80k ILS"]],
  ["It must be finished by 13 May 2026.", ["ADD | project.timeline.deadline | date | 13 May 2026"]],
  ["We expect 300 guests.", ["ADD | project.summary.audience_size | number | 300"]],
  ["The backdrop needs 6 m of wall.", ["ADD | project.constraints.rule | string | The backdrop needs 6 m of wall."]],
  ["Dana leads the team.", ["ADD | project.summary.owner | string | Dana"]],
  ["No drilling into the walls.", ["ADD | project.constraints.exclusion | string | No drilling into the walls."]],
  ["The venue is Hangar twelve.", ["ADD | venue | string | Hangar twelve"]],
  ["We have not chosen a caterer yet.", ["NOTE | project.open_question | string | We have not chosen a caterer yet."]],
  ["Das Budget beträgt 12.000 €.", ["ADD | project.budget.total | currency | 12.000 €"]],
  ["Thank you, and good night.", []],
])("extracts the stated facts from %j", (text, facts) => {
  expect(said(text)).toEqual(facts);
});

it("gives each fact an exact quote and the name of its section", () => {
  const sections = [
    { name: "USER_ANSWERS", text: "The budget is 5,000 EUR. It opens on 1 June 2027." },
    { name: "AGENT_OUTPUT", text: "Thank you." },
  ];
  const facts = extractFacts(sections);
  expect(facts.map(({ key }) => key)).toEqual(["project.budget.total", "project.timeline.start"]);
  for (const { quote, section, confidence } of facts) {
    expect(sections.find(({ name }) => name === section)?.text).toContain(quote);
    expect(confidence).toBeGreaterThan(0);
  }
});

const turn = [
  "Keys:\n- project.summary.location: Location; string\n- project.logistics.power: Power available; dimension (power)\n\nThe turn:\n",
  "[TURN_META]\nbundleId=1\n",
  "[STRUCTURED_QUESTIONS]\nQ1(id=q): How many?\n",
  '[USER_ANSWERS]\nA1(qId=q): text="We expect 300 guests."\n',
  "[FREE_CHAT]\nThe location is Haifa. The power available is 4000 W.\n",
  "[AGENT_OUTPUT]\n(none)\n",
].join("\n");

it("reads the sections of a turn but not their labels and questions, and uses the keys that the prompt offers", () => {
  expect(readTurn([{ role: "user", text: turn }])).toMatchObject([
    { key: "project.summary.audience_size", value: "300", quote: "We expect 300 guests.", section: "USER_ANSWERS" },
    { key: "project.summary.location", value: "Haifa", quote: "The location is Haifa.", section: "FREE_CHAT" },
    { key: "project.logistics.power", value: "4000 W", section: "FREE_CHAT" },
  ]);
  expect(readTurn([{ role: "user", text: "Write a proposal." }])).toBeNull();
});

it("reads an item's measures if a sentence names exactly one item and the keys are offered", () => {
  const said = (chat: string, keys = "- item.dimensions.width: Width; dimension (length)\n") => {
    const refs = `itemRefs=[{"id":"i1","name":"Backdrop"},{"id":"i2","name":"Bar"}]`;
    const whole = turn
      .replace("Keys:\n", `Keys:\n${keys}`)
      .replace("bundleId=1\n", `bundleId=1\n${refs}\n`)
      .replace(/The location[^\n]*/, chat);
    return (readTurn([{ role: "user", text: whole }]) ?? []).filter(({ section }) => section === "FREE_CHAT");
  };
  const quote = "The backdrop is 6 m wide and 3 m high.";
  expect(said(quote)).toMatchObject([
    { scope: "item", itemId: "i1", key: "item.dimensions.width", value: "6 m", quote },
  ]);
  expect(said("The backdrop and the bar are 6 m wide.").filter(({ scope }) => scope === "item")).toEqual([]);
  expect(said("The backdrop is 6 m wide.", "").filter(({ scope }) => scope === "item")).toEqual([]);
});

it("from a model's text, reads only sums, dates and counts that have an offered key, and each value once", () => {
  const text = [
    "The budget is 5,000 EUR. The plan keeps the budget of 5,000 EUR. The budget was 4,000 EUR.",
    "The work is divided into parts. No drilling. Dana leads the team. Is the hall free?",
    "We expect 300 guests. The wall needs 6 m. It is finished by 1 June 2027. The keys are handed over on 2 May 2027.",
  ].join("\n\n");
  const all = new Set(["project.budget.total", "project.timeline.deadline"]);
  const facts = extractFacts([{ name: "AGENT_OUTPUT", text }], { all, byLabel: new Map() });
  expect(facts.map(({ key, value }) => `${key} ${value}`)).toEqual([
    "project.budget.total 5,000 EUR",
    "project.budget.total 4,000 EUR",
    "project.timeline.deadline 1 June 2027",
  ]);
});

it.each(["popup", "garden", "billing"])(
  "finds only a few facts in the documents of the example %s, all of them sums, dates or numbers",
  (name) => {
    const brief = readFileSync(new URL(`../../../../examples/${name}.md`, import.meta.url), "utf8");
    const documents = rehearse(brief, ["atlas", "briar"]);
    const facts = documents.flatMap(({ markdown }) => extractFacts([{ name: "AGENT_OUTPUT", text: markdown }]));
    const distinct = new Set(facts.map(({ key, value }) => `${key} ${value}`));
    expect(distinct.size).toBeGreaterThan(0);
    expect(distinct.size).toBeLessThanOrEqual(8);
    expect(new Set(facts.map(({ valueType }) => valueType)).isSubsetOf(new Set(["currency", "date", "number"]))).toBe(
      true,
    );
  },
);
