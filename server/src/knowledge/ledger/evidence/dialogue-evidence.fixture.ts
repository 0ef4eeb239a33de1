import type { EvidenceSection } from "../bundle/sections.ts";
import type { ValueType } from "../values/typed-value.ts";
import type { EvidenceCase } from "./damaged-evidence.fixture.ts";

/**
 * Utterances as people type them to booking and shopping assistants. `says` has values that the words state, `lacks` has
 * similar values that the words do not state. The data follows how people speak, not how the verifier reads.
 */
type Utterance = { text: string; says: Value[]; lacks: Value[] };
type Value = [key: string, valueType: ValueType, value: unknown];

export const utterances: Utterance[] = [
  {
    text: "I need a table for two at 17:15 on tuesday, somewhere in the centre of town",
    says: [
      ["restaurant.people", "number", 2],
      ["restaurant.people", "number", "two"],
      ["restaurant.time", "string", "17:15"],
      ["restaurant.day", "string", "tuesday"],
      ["restaurant.area", "enum", "centre"],
      ["restaurant.area", "enum", "Centre"],
    ],
    lacks: [
      ["restaurant.people", "number", 17],
      ["restaurant.people", "number", 15],
      ["restaurant.people", "string", "15"],
      ["restaurant.time", "string", "15:17"],
      ["restaurant.time", "string", "17:1"],
      ["restaurant.day", "string", "thursday"],
      ["restaurant.area", "enum", "north"],
    ],
  },
  {
    text: "There will be 150 of us, forty vegetarians, and the budget is 80k USD or $81,500 with drinks",
    says: [
      ["event.guests", "number", 150],
      ["event.guests", "number", "150"],
      ["event.vegetarians", "number", 40],
      ["event.vegetarians", "string", "forty"],
      ["event.budget", "currency", "80k USD"],
      ["event.budget", "currency", { amount: 80000, currency: "USD" }],
      ["event.total", "currency", "$81,500"],
      ["event.total", "currency", { amount: 81500, currency: "USD" }],
    ],
    lacks: [
      ["event.guests", "number", 15],
      ["event.guests", "string", "15"],
      ["event.guests", "number", 50],
      ["event.guests", "number", "1"],
      ["event.vegetarians", "number", 14],
      ["event.vegetarians", "number", 4],
      ["event.budget", "currency", "80 USD"],
      ["event.budget", "currency", { amount: 8000, currency: "USD" }],
      ["event.budget", "currency", "80k EUR"],
      ["event.total", "currency", "$81"],
      ["event.total", "currency", "81 USD"],
      ["event.total", "string", "81"],
      ["event.total", "string", "500"],
    ],
  },
  {
    text: "Yes please book the Alexander Bed & Breakfast, 4 stars, with free wi-fi and parking",
    says: [
      ["hotel.name", "string", "Alexander Bed & Breakfast"],
      ["hotel.name", "string", "alexander bed and breakfast"],
      ["hotel.stars", "number", 4],
      ["hotel.stars", "string", "4"],
      ["hotel.parking", "boolean", true],
      ["hotel.parking", "boolean", "yes"],
      ["hotel.internet", "string", "wifi"],
      ["hotel.internet", "string", "free wi-fi"],
    ],
    lacks: [
      ["hotel.name", "string", "Alexander Hotel"],
      ["hotel.name", "string", "Bed Alexander"],
      ["hotel.name", "string", "alexander parking"],
      ["hotel.stars", "number", 5],
      ["hotel.parking", "boolean", false],
      ["hotel.parking", "boolean", "no"],
    ],
  },
  {
    text: "We don't need parking and it should not be expensive, a cheap guest house is fine",
    says: [
      ["hotel.parking", "boolean", false],
      ["hotel.parking", "boolean", "no"],
      ["hotel.pricerange", "enum", "cheap"],
      ["hotel.type", "enum", "guesthouse"],
      ["hotel.type", "string", "guest house"],
    ],
    lacks: [
      ["hotel.parking", "boolean", true],
      ["hotel.pricerange", "enum", "expensive"],
      ["hotel.pricerange", "enum", "moderate"],
      ["hotel.type", "string", "cheap house"],
      ["hotel.type", "string", "house guest"],
    ],
  },
  {
    text: "The crate is 15.5 kg, 1.20 m high and 60 cm wide; delivery on March 8th, 2027 before 5:30 pm",
    says: [
      ["crate.weight", "dimension", "15.5 kg"],
      ["crate.weight", "dimension", { value: 15500, unit: "g" }],
      ["crate.height", "dimension", { value: 120, unit: "cm" }],
      ["crate.width", "dimension", { value: 0.6, unit: "m" }],
      ["crate.date", "date", "2027-03-08"],
      ["crate.date", "date", "March 8th, 2027"],
      ["crate.time", "string", "5:30 pm"],
      ["crate.time", "string", "17:30"],
    ],
    lacks: [
      ["crate.weight", "dimension", "15 kg"],
      ["crate.weight", "dimension", "5 kg"],
      ["crate.weight", "number", 15],
      ["crate.weight", "string", "15"],
      ["crate.height", "dimension", { value: 1.2, unit: "cm" }],
      ["crate.height", "dimension", "20 m"],
      ["crate.width", "dimension", { value: 60, unit: "m" }],
      ["crate.date", "date", "2027-03-18"],
      ["crate.date", "date", "2026-03-08"],
      ["crate.time", "number", 30],
      ["crate.time", "string", "5:30 am"],
      ["crate.time", "string", "05:30"],
    ],
  },
  {
    text: "Zoë’s reference is QX15TR7, her number is 01223 351241, and she said “no later than ½ past” — naïve, I know 🙂",
    says: [
      ["booking.reference", "string", "QX15TR7"],
      ["booking.phone", "string", "01223 351241"],
      ["booking.guest", "string", "Zoë"],
      ["booking.words", "string", "“no later than ½ past”"],
      ["booking.words", "string", '"no later than ½ past"'],
    ],
    lacks: [
      ["booking.reference", "string", "QX15"],
      ["booking.reference", "number", 15],
      ["booking.reference", "number", 7],
      ["booking.phone", "number", 351],
      ["booking.guest", "string", "Zo"],
    ],
  },
  {
    text: "between 20 and 30 people, not 45, and certainly not the Grand Arcade",
    says: [
      ["visit.people", "range", { min: 20, max: 30 }],
      ["visit.people", "range", "20-30"],
    ],
    lacks: [
      ["visit.people", "range", { min: 20, max: 45 }],
      ["visit.people", "number", 45],
      ["visit.place", "string", "Grand Arcade"],
      ["visit.place", "string", "grand arcade"],
    ],
  },
  {
    text: "הקיר ברוחב 6 מטר, והתקציב הוא 80,000 ₪ בלי מע״מ",
    says: [
      ["wall.width", "number", 6],
      ["wall.budget", "currency", { amount: 80000, currency: "ILS" }],
      ["wall.thing", "string", "הקיר"],
    ],
    lacks: [
      ["wall.width", "number", 8],
      ["wall.budget", "currency", { amount: 8000, currency: "ILS" }],
      ["wall.thing", "string", "התקרה"],
    ],
  },
  {
    text: "Meet me in room 15A at half past 7; the door is 3 ft 6 in wide, it was minus five outside, and we have 80k ILS",
    says: [
      ["visit.room", "string", "15A"],
      ["visit.time", "string", "half past 7"],
      ["visit.time", "string", "7:30"],
      ["door.width", "dimension", "3 ft 6 in"],
      ["door.width", "dimension", { value: 42, unit: "in" }],
      ["visit.cold", "number", -5],
      ["visit.budget", "currency", "80k ILS"],
      ["visit.budget", "currency", { amount: 80000, currency: "ILS" }],
    ],
    lacks: [
      ["visit.room", "number", 15],
      ["visit.room", "string", "15"],
      ["visit.time", "number", 7],
      ["visit.time", "string", "7:00"],
      ["visit.time", "string", "19:30"],
      ["door.width", "dimension", "3 ft"],
      ["door.width", "dimension", { value: 6, unit: "in" }],
      ["visit.cold", "number", 5],
      ["visit.budget", "currency", "80 ILS"],
    ],
  },
  {
    text: "Der Stand ist 3,5 m breit und kostet 1.250 €, Aufbau am 12.03.2027 um 9 Uhr",
    says: [
      ["stand.width", "dimension", { value: 3.5, unit: "m" }],
      ["stand.price", "currency", { amount: 1250, currency: "EUR" }],
      ["stand.date", "date", "2027-03-12"],
    ],
    lacks: [
      ["stand.width", "dimension", { value: 35, unit: "m" }],
      ["stand.width", "dimension", { value: 5, unit: "m" }],
      ["stand.price", "currency", { amount: 250, currency: "EUR" }],
      ["stand.date", "date", "2027-03-13"],
    ],
  },
];

const fillers = [
  "Hello, I hope you can help me.",
  "Thanks! That is all for the hotel.",
  "Also, my sister asked about trains to Ely.",
  "👍🏽 sounds good.",
  "As we said — nothing else has changed…",
  "Crème brûlée would be nice, too.",
  "[USER_ANSWERS]",
  "A1(qId=q7): quick=YES",
];

/** The ways in which an extractor's operation deviates from the utterance; `exact` does not deviate. */
export const mishaps = [
  "exact",
  "offsets off",
  "no offsets",
  "no section",
  "code points",
  "bytes",
  "other section",
  "said twice",
  "straight marks",
  "decomposed",
  "line ends",
  "wrapped in marks",
  "quote cut short",
  "words added",
  "words of two sections",
  "other value",
] as const;
export type Mishap = (typeof mishaps)[number];

/** True if the beginning of the utterance does not state the value. A quote that is cut short then lacks the value. */
const isLater = ([, type, value]: Value): boolean => type !== "boolean" && value !== "הקיר" && value !== "Zoë";

const names: readonly EvidenceSection[] = ["USER_ANSWERS", "FREE_CHAT", "AGENT_OUTPUT"];

/** A dialogue, and an operation that deviates from it in this way. `random` returns numbers from 0 up to 1. */
export function dialogueCase(mishap: Mishap, random: () => number): EvidenceCase {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const utterance = pick(utterances);
  const isFalse = mishap === "other value";
  const stated = mishap === "quote cut short" ? utterance.says.filter(isLater) : utterance.says;
  const [key, valueType, value] = pick(isFalse ? utterance.lacks : stated);
  const quote = utterance.text;
  const section = pick(names);
  const before = Array.from({ length: Math.floor(random() * 4) }, () => pick(fillers)).join(" ");
  const glue = pick([" ", "\n"]);
  const lead = before === "" ? "" : before + glue;
  const sections: EvidenceCase["sections"] = { [section]: `${lead}${quote}. ${pick(fillers)}` };
  const other = pick(names.filter((name) => name !== section));
  if (random() < 0.5) sections[other] = pick(fillers);
  const [start, end] = [lead.length, lead.length + quote.length];
  const op = { key, valueType, value, quote, section: section as string, startChar: start, endChar: end };
  const gold = { accept: !isFalse, section, start, end, class: mishap };
  const one: EvidenceCase = { sections, op, gold };
  const { startChar: _start, endChar: _end, ...unplaced } = op;
  const { section: _section, ...unnamed } = op;
  const refused = { ...gold, accept: false };
  const placed = (text: string, from: number) => ({ ...op, quote: text, startChar: from, endChar: from + text.length });
  switch (mishap) {
    case "exact":
    case "other value":
      return one;
    case "offsets off": {
      const by = (1 + Math.floor(random() * 20)) * (random() < 0.5 ? -1 : 1);
      return { ...one, op: { ...op, startChar: start + by, endChar: end + by } };
    }
    case "no offsets":
      return { ...one, op: unplaced };
    case "no section":
      return { ...one, op: unnamed };
    case "code points":
    case "bytes": {
      const measure = (text: string) => (mishap === "bytes" ? Buffer.byteLength(text) : [...text].length);
      const twice = `${lead}${quote}. ${pick(fillers)}\n${quote}`;
      const from = random() < 0.5 ? start : twice.length - quote.length;
      const startChar = measure(twice.slice(0, from));
      return {
        sections: { [section]: twice },
        op: { ...op, startChar, endChar: startChar + measure(quote) },
        gold: { ...gold, start: from, end: from + quote.length },
      };
    }
    case "other section":
      return { ...one, op: { ...op, section: other } };
    case "said twice": {
      const text = sections[section] ?? "";
      return { ...one, sections: { ...sections, [section]: `${text}\n${quote}` } };
    }
    case "straight marks":
      return {
        ...one,
        op: { ...op, quote: quote.replace(/[“”]/g, '"').replace(/[‘’]/g, "'").replaceAll("—", "-") },
      };
    case "decomposed":
      return { ...one, op: { ...op, quote: quote.normalize("NFD") } };
    case "line ends":
      return { ...one, op: { ...op, quote: quote.replaceAll(" ", pick(["\r\n", "\n", "  "])) } };
    case "wrapped in marks":
      return { ...one, op: { ...unplaced, quote: `"${quote}"` } };
    case "quote cut short":
      return { ...one, op: placed(quote.slice(0, 7), start), gold: refused };
    case "words added":
      return { ...one, op: { ...op, quote: `${quote} and that is certain` }, gold: refused };
    case "words of two sections": {
      const [first, second] = ["USER_ANSWERS", "FREE_CHAT"] as const;
      const across = `${quote}\n\n[${second}]\n${pick(fillers)}`;
      return {
        sections: { [first]: quote, [second]: across.slice(across.lastIndexOf("\n") + 1) },
        op: { ...op, section: first, quote: across, startChar: 0, endChar: across.length },
        gold: { ...refused, section: first },
      };
    }
  }
}
