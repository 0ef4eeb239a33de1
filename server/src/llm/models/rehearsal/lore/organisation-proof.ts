import type { Lore } from "./lore.ts";

/** How one knows that it worked, and those one buys from: every plan has these as well. */
export const organisationProof: readonly Lore[] = [
  {
    key: "proof",
    name: "the proof that it worked",
    words: /\b(?:success|goal|targets?|measur\w*|quality|tests?|prove|result)\b/i,
    phase: 4,
    kind: "test",
    pull: { atlas: 2, briar: 2, cedar: 1 },
    who: "somebody who was against it",
    aim: "a stranger can tell from three numbers whether the {short} did what was asked",
    ways: {
      atlas: "choose three numbers before the start and publish them at the end, good or bad",
      briar: "write beforehand which result would count as failure, and who says so",
      cedar: "ask ten of the people concerned the same two questions before and after",
    },
    risk: "success of the {short} is declared by those who made it",
    sign: "nobody wants to name a number",
    response: "measure what the brief says in so many words, and nothing else",
    need: {
      what: "a count of how things are today",
      from: "whoever wrote the request",
      late: "there is nothing to compare with",
    },
    measure: "the three numbers, before and after",
    check: "the numbers are taken by somebody who did not make the {short}",
    steps: [
      "take the numbers as they are today",
      "write beside each which value would be a failure",
      "take them again on an agreed day",
    ],
    ask: {
      question: "What should be different a month afterwards?",
      decides: "what is measured",
      otherwise: "exactly what the brief asks for",
    },
    limit: "the numbers must be taken in the same way before and after",
  },
  {
    key: "suppliers",
    name: "the suppliers",
    words: /\b(?:suppliers?|contractors?|orders?|hired?|rent(?:al|ed)?|quotes?|offers)\b/i,
    phase: 2,
    kind: "order",
    pull: { atlas: 1, briar: 3, cedar: 1 },
    who: "whoever places the orders",
    aim: "each thing that is bought has two offers, one date and one person who receives it",
    ways: {
      atlas: "give one main contractor the whole of it and make that contractor answer for the joints",
      briar: "take two offers for everything above a hundredth of {money|the total} and pay a third on delivery",
      cedar: "choose suppliers who answer the telephone, and tell them the whole story once",
    },
    risk: "the one supplier without an alternative is the late one",
    sign: "an answer takes longer than two working days",
    response: "order the second offer in half the quantity at once",
    need: {
      what: "written offers with date and terms",
      from: "two suppliers for each large part",
      late: "prices are whatever is left",
    },
    measure: "orders with a confirmed date, out of all orders",
    check: "every large order has a second name beside it",
    steps: [
      "list what is bought, by size",
      "ask two for each of the five largest",
      "confirm the date and who receives it",
    ],
    ask: {
      question: "Which suppliers are already promised something?",
      decides: "what is still open to choose",
      otherwise: "assume none",
    },
    limit: "no large order may be without an alternative",
  },
];
