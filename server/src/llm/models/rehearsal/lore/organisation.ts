import type { Lore } from "./lore.ts";

/** Matters that any plan has, and that count as raised even by a brief that forgets them. */
export const organisation: readonly Lore[] = [
  {
    key: "money",
    name: "the money",
    words: /\b(?:budget|costs?|funding|grant|money|cheap\w*|expens\w*)\b|[₪$€£] ?\d|\d ?(?:ILS|NIS|USD|EUR|GBP|[₪€£])/i,
    phase: 1,
    kind: "money",
    pull: { atlas: 1, briar: 3, cedar: 1 },
    who: "whoever signs the payments",
    aim: "at any moment somebody can say what is spent, what is promised and what is left",
    ways: {
      atlas: "divide {money|the sum} into four lots now and let each lot be spent without further meetings",
      briar:
        "keep {reserve|a fifth of the sum} untouched until the last tenth of the {short}, and price every part twice",
      cedar: "give each person in charge a sum of their own, and settle every Friday at noon",
    },
    risk: "small orders for the {short} add up before anybody adds them up",
    sign: "an order is placed by telephone",
    response: "stop all orders for a day and make the list",
    need: {
      what: "a limit and a signature for every order",
      from: "{owner}",
      late: "promises are made that nobody can keep",
    },
    measure: "spent plus promised, as a share of {money|the limit}",
    check: "the list of orders adds up to what the bank says, to the last unit",
    steps: [
      "open one list with columns for planned, promised and paid",
      "get two prices for each of the three largest parts",
      "agree on who signs up to which sum",
    ],
    ask: {
      question: "Is tax included in the sum for the {short}?",
      decides: "how much can really be spent",
      otherwise: "assume it is included",
      unless: /\b(?:VAT|tax)\b/i,
    },
    limit: "no order may be placed for the {short} without a line in the list",
  },
  {
    key: "time",
    name: "the calendar",
    words:
      /\b(?:deadline|schedule|timeline|by (?:the )?end|\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w*|in (?:January|February|March|April|June|July|August|September|October|November|December|spring|autumn))\b/,
    phase: 1,
    kind: "plan",
    pull: { atlas: 2, briar: 2, cedar: 1 },
    who: "whoever waits for the result",
    aim: "each week has one thing that must be true at its end",
    ways: {
      atlas: "count back from {date|the last possible day} and fix the three dates that cannot move",
      briar: "put a tenth of the time before {date|the end} aside and show every day taken from it",
      cedar: "begin each week of the {short} with twenty minutes in which everybody says what they wait for",
    },
    risk: "the slack before {date|the end} is used up by decisions, not by work",
    sign: "a date moves for the second time",
    response: "cut a part of the {short}, not the time for checking it",
    need: { what: "the dates that cannot move", from: "{owner}", late: "the plan is a list without an order" },
    measure: "days of reserve left before {date|the end}",
    check: "somebody who was away for a week finds the state of the {short} on one page",
    steps: [
      "write down the dates that cannot move",
      "count back and mark the first day that would be too late for each part",
      "look at the reserve every Monday",
    ],
    ask: {
      question: "Which date is fixed by others, and which by ourselves?",
      decides: "what can give way when time runs out",
      otherwise: "only dates named in the brief are fixed",
    },
    limit: "no part may be planned to end on the last possible day",
  },
  {
    key: "owner",
    name: "who decides",
    words: /\b(?:decides?|responsible|in charge|signs|approv\w*|leads?|coordinat\w*)\b/i,
    phase: 1,
    kind: "agree",
    pull: { atlas: 1, briar: 2, cedar: 3 },
    who: "whoever has a question",
    aim: "every question about the {short} has one person who may answer it",
    ways: {
      atlas: "give {owner} the last word on scope and one deputy for each part",
      briar: "write down what {owner} may not decide alone: money above a tenth, dates, anything irreversible",
      cedar:
        "make {owner} reachable at a fixed half hour every day and let everything smaller be decided where it arises",
    },
    risk: "a decision waits because two people think it is the other's",
    sign: "a message about the {short} is answered with ‘let us discuss’",
    response: "decide by the default written beside the question",
    need: {
      what: "a yes to the list of decisions",
      from: "{owner}",
      late: "decisions are taken by whoever is in the room",
    },
    measure: "days that a question stays open",
    check: "five people name the same person for the same question",
    steps: [
      "list the ten decisions the {short} needs",
      "put one name and one date beside each",
      "publish it where questions arise",
    ],
    ask: {
      question: "Who stands in when {owner} cannot be reached?",
      decides: "whether anything may happen without that person",
      otherwise: "nothing irreversible happens",
    },
    limit: "no question about the {short} may stay open for more than three days",
  },
];
