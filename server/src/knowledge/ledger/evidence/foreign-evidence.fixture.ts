import type { ValueType } from "../values/typed-value.ts";
import type { EvidenceCase } from "./damaged-evidence.fixture.ts";

/** A value that an utterance states, or only seems to state: the key as words, the type and the value. */
type Said = [key: string, type: ValueType, value: unknown];

/**
 * What people write in other languages and formats. `says` has values that the quoted words state. `lacks` has values
 * that a careless or hostile extractor could give for these words: off by a digit, a unit, a sign or a currency, denied,
 * asked for, about something else, or spelled with look-alike characters. `quote` is the quoted part; by default, all of
 * `text` is quoted.
 */
const foreignUtterances: { text: string; quote?: string; says: Said[]; lacks: Said[] }[] = [
  {
    text: "Das Budget beträgt 12.500,50 €, nicht mehr.",
    says: [["budget", "currency", { amount: 12500.5, currency: "EUR" }]],
    lacks: [
      ["budget", "currency", { amount: 12500, currency: "EUR" }],
      ["budget", "currency", { amount: 12500.5, currency: "USD" }],
      ["budget", "currency", { amount: 12.5, currency: "EUR" }],
      ["budget", "currency", { amount: -12500.5, currency: "EUR" }],
    ],
  },
  {
    text: "Wir erwarten nicht 300, sondern 450 Gäste.",
    says: [["guests", "number", 450]],
    lacks: [
      ["guests", "number", 300],
      ["guests", "number", 45],
      ["guests", "number", 4500],
    ],
  },
  {
    text: "Es werden keine 300 Gäste kommen.",
    says: [],
    lacks: [["guests", "number", 300]],
  },
  {
    text: 'התקציב הוא 80,000 ש"ח ולא 90,000 ש"ח.',
    says: [["budget", "currency", { amount: 80000, currency: "ILS" }]],
    lacks: [
      ["budget", "currency", { amount: 90000, currency: "ILS" }],
      ["budget", "currency", { amount: 80000, currency: "USD" }],
      ["budget", "currency", { amount: 8000, currency: "ILS" }],
    ],
  },
  {
    text: "אנחנו לא מצפים ל 300 אורחים",
    says: [],
    lacks: [["guests", "number", 300]],
  },
  {
    text: "墙宽6米，预算不是30000元。",
    says: [],
    lacks: [["budget", "number", 30000]],
  },
  {
    text: "预计有300位客人",
    says: [["guests", "number", 300]],
    lacks: [
      ["guests", "number", 30],
      ["guests", "number", 3000],
    ],
  },
  {
    text: 'The offer says "₪80,000" (€20,000).',
    quote: "₪80,000",
    says: [["budget", "currency", { amount: 80000, currency: "ILS" }]],
    lacks: [["budget", "currency", { amount: 20000, currency: "EUR" }]],
  },
  { text: "来客は300人です。", says: [["guests", "number", 300]], lacks: [["guests", "number", 30]] },
  { text: "我们有1,500个座位，没有停车场。", says: [["seats", "number", 1500]], lacks: [["seats", "number", 1]] },
  { text: "客人不到300位", says: [], lacks: [["guests", "number", 300]] },
  { text: "来客は300人ではありません。", says: [], lacks: [["guests", "number", 300]] },
  { text: "会有300位客人吗？", says: [], lacks: [["guests", "number", 300]] },
  { text: "300人来ますか？", says: [], lacks: [["guests", "number", 300]] },
  { text: "如果有300位客人", says: [], lacks: [["guests", "number", 300]] },
  {
    text: "预算是300万元，3月12日开始，第5届。",
    says: [],
    lacks: [
      ["budget", "number", 300],
      ["budget", "number", 3],
      ["days", "number", 12],
      ["edition", "number", 5],
    ],
  },
  {
    text: "Le budget est de 85 000 € et la salle fait 12,5 m de large.",
    says: [
      ["budget", "currency", { amount: 85000, currency: "EUR" }],
      ["width", "dimension", { value: 12.5, unit: "m" }],
      ["width", "dimension", { value: 1250, unit: "cm" }],
    ],
    lacks: [
      ["budget", "currency", { amount: 85, currency: "EUR" }],
      ["width", "dimension", { value: 125, unit: "m" }],
      ["width", "dimension", { value: 12.5, unit: "cm" }],
      ["width", "dimension", { value: 12.5, unit: "kg" }],
    ],
  },
  {
    text: "On ne prévoit pas 300 invités.",
    says: [],
    lacks: [["guests", "number", 300]],
  },
  {
    text: "No esperamos 300 invitados.",
    says: [],
    lacks: [["guests", "number", 300]],
  },
  {
    text: "Do we expect 300 guests?",
    says: [],
    lacks: [["guests", "number", 300]],
  },
  {
    text: "Is the budget ₪80,000 or less? I have no idea.",
    quote: "Is the budget ₪80,000 or less",
    says: [],
    lacks: [["budget", "currency", { amount: 80000, currency: "ILS" }]],
  },
  {
    text: "Can you find a hall for 300 guests?",
    says: [["guests", "number", 300]],
    lacks: [],
  },
  {
    text: "We take 400 chairs instead of 300, rather than 350.",
    says: [["chairs", "number", 400]],
    lacks: [
      ["chairs", "number", 300],
      ["chairs", "number", 350],
    ],
  },
  {
    text: "There are no more than 300 guests, at least 120.",
    says: [
      ["guests", "number", 300],
      ["guests", "number", 120],
    ],
    lacks: [],
  },
  {
    text: "Which door? The left one. We expect 120 guests.",
    says: [["guests", "number", 120]],
    lacks: [],
  },
  {
    text: "It is -5 °C in the store, and the lamp hangs at +3 m.",
    says: [
      ["temperature", "dimension", { value: -5, unit: "C" }],
      ["height", "dimension", { value: 3, unit: "m" }],
    ],
    lacks: [
      ["temperature", "dimension", { value: 5, unit: "C" }],
      ["height", "dimension", { value: -3, unit: "m" }],
    ],
  },
  {
    text: "The deposit is CHF 1'250.75 per month.",
    says: [["deposit", "currency", { amount: 1250.75, currency: "CHF" }]],
    lacks: [
      ["deposit", "currency", { amount: 1250, currency: "CHF" }],
      ["deposit", "currency", { amount: 250.75, currency: "CHF" }],
      ["deposit", "currency", { amount: 1250.75, currency: "EUR" }],
    ],
  },
  {
    text: "We pay 1,20,000 INR for the stage.",
    says: [],
    lacks: [
      ["stage", "currency", { amount: 20000, currency: "INR" }],
      ["stage", "currency", { amount: 120, currency: "INR" }],
    ],
  },
  {
    text: "The loan costs between 4 and 6 % a year.",
    says: [["rate", "range", { min: 4, max: 6, unit: "%" }]],
    lacks: [
      ["rate", "range", { min: 4, max: 7, unit: "%" }],
      ["rate", "range", { min: 4, max: 6, unit: "m" }],
    ],
  },
  {
    text: "We open on 03.04.2027 at nine.",
    says: [],
    lacks: [
      ["opens", "date", "2027-03-05"],
      ["opens", "date", "2028-04-03"],
    ],
  },
  {
    text: "It opens in March 2027, certainly not on 12 March 2028.",
    says: [["opens", "date", "2027-03"]],
    lacks: [
      ["opens", "date", "2027-03-12"],
      ["opens", "date", "2028-03-12"],
      ["opens", "date", "2027-04"],
    ],
  },
  {
    text: "We have 3OO chairs and l2 tables.",
    says: [],
    lacks: [
      ["chairs", "number", 300],
      ["tables", "number", 12],
      ["chairs", "number", 3],
    ],
  },
  {
    text: "The wаll is 6 m wide.", // the second letter of "wаll" is Cyrillic
    says: [["width", "dimension", { value: 6, unit: "m" }]],
    lacks: [["what", "string", "wall"]],
  },
  {
    text: "We need 3\u200b00 chairs.",
    says: [],
    lacks: [
      ["chairs", "number", 3],
      ["chairs", "number", 0],
    ],
  },
  {
    text: "Ticket 𝟛𝟘𝟘 is sold, and so is row ³.",
    says: [],
    lacks: [
      ["guests", "number", 30],
      ["guests", "number", 0],
    ],
  },
  {
    text: "The band costs $2 000, the floor $20 000.",
    says: [
      ["floor", "currency", { amount: 20000, currency: "USD" }],
      ["band", "currency", { amount: 2000, currency: "USD" }],
    ],
    lacks: [
      ["floor", "currency", { amount: 20, currency: "USD" }],
      ["band", "currency", { amount: 200, currency: "USD" }],
      ["band", "currency", { amount: 2000, currency: "EUR" }],
    ],
  },
  {
    text: "The beam holds 2 t, the table 200 kg.",
    says: [
      ["load", "dimension", { value: 2000, unit: "kg" }],
      ["load", "dimension", { value: 0.2, unit: "t" }],
    ],
    lacks: [
      ["load", "dimension", { value: 2, unit: "kg" }],
      ["load", "dimension", { value: 200, unit: "t" }],
      ["load", "dimension", { value: 200, unit: "g" }],
    ],
  },
  {
    text: "Neither 300 nor 400 guests will come.",
    says: [],
    lacks: [
      ["guests", "number", 300],
      ["guests", "number", 400],
    ],
  },
  {
    text: "We never agreed to 300 guests.",
    says: [],
    lacks: [["guests", "number", 300]],
  },
  {
    text: "I doubt that 300 guests will come.",
    says: [],
    lacks: [["guests", "number", 300]],
  },
  {
    text: "If we had 300 guests, we would need the big hall.",
    says: [],
    lacks: [["guests", "number", 300]],
  },
  {
    text: "Smoking is allowed nowhere.",
    says: [],
    lacks: [["smoking allowed", "boolean", true]],
  },
  {
    text: "Drilling is hardly allowed here.",
    says: [],
    lacks: [["drilling allowed", "boolean", true]],
  },
  {
    text: "Bohren ist verboten.",
    says: [],
    lacks: [["Bohren", "boolean", true]],
  },
  {
    text: "Is drilling allowed?",
    says: [],
    lacks: [["drilling allowed", "boolean", true]],
  },
  {
    text: "Yes, drilling is allowed.",
    says: [["drilling allowed", "boolean", true]],
    lacks: [["drilling allowed", "boolean", false]],
  },
];

/** Faithful copies of a quote, and forged ones. */
const copies: Record<string, (quote: string) => string> = {
  exact: (quote) => quote,
  "decomposed letters": (quote) => quote.normalize("NFD"),
  "zero-width characters": (quote) => quote.replace(/ /g, " \u200b"),
  "direction marks": (quote) => `\u200f${quote}\u200e`,
  "typographic quotation marks": (quote) => quote.replaceAll('"', "”").replaceAll("'", "’"),
  "line breaks": (quote) => quote.replace(" ", "\n  "),
};
const forgeries: Record<string, (quote: string) => string> = {
  "look-alike letters": (quote) => quote.replace(/[aeoае]/, (letter) => ({ a: "а", e: "е", o: "о" })[letter] ?? "a"),
  "half a surrogate": (quote) => `${quote}\ud83d`,
  "another digit": (quote) => quote.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)),
  "a word left out": (quote) => quote.replace(/^(\S+) (\S+) (\S+)/, "$1 $3"),
};

/**
 * The cases of every utterance: each faithful copy of its quote, with the right section, a wrong section or no section;
 * and each forged quote, which no section contains.
 */
export function foreignCases(): EvidenceCase[] {
  return foreignUtterances.flatMap(({ text, quote = text, says, lacks }, index) => {
    const agent = { AGENT_OUTPUT: "🙂 The plan is ready.\n" };
    const before = index % 2 === 0 ? "Hello 👋🏽. " : "";
    const sections = { USER_ANSWERS: "Nothing else.", FREE_CHAT: before + text, ...agent };
    const start = before.length + text.indexOf(quote);
    const place = { section: "FREE_CHAT" as const, start, end: start + quote.length };
    const nowhere = { section: null, start: null, end: null };
    const all = [...says.map((said) => [said, true] as const), ...lacks.map((said) => [said, false] as const)];
    return all.flatMap(([[key, valueType, value], accept]) => [
      ...Object.entries(copies).flatMap(([name, copy]) =>
        ["FREE_CHAT", "USER_ANSWERS", undefined].map(
          (section): EvidenceCase => ({
            sections,
            op: { key, valueType, value, quote: copy(quote), ...(section ? { section } : {}) },
            gold: { accept, ...(accept ? place : nowhere), class: `foreign: ${name}` },
          }),
        ),
      ),
      ...Object.entries(forgeries).flatMap(([name, forge]): EvidenceCase[] => {
        const forged = forge(quote);
        if (forged === quote || text.includes(forged)) return [];
        const op = { key, valueType, value, quote: forged, startChar: start, endChar: start + quote.length };
        return [{ sections, op, gold: { accept: false, ...nowhere, class: `foreign: ${name}` } }];
      }),
    ]);
  });
}
