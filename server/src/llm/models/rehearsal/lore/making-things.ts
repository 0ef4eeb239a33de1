import type { Lore } from "./lore.ts";

/** Things people build and rooms they build in. */
export const makingThings: readonly Lore[] = [
  {
    key: "product",
    name: "the product",
    words: /\b(?:apps?|websites?|web site|prototypes?|gadget|device|product|mvp|software)\b/i,
    phase: 3,
    kind: "build",
    pull: { atlas: 3, briar: 1, cedar: 2 },
    who: "somebody using it for the first time",
    aim: "one thing works from beginning to end and everything else is honestly absent",
    ways: {
      atlas: "build the thin line through all of it first, from the first touch to the last result, and widen it then",
      briar: "sell or promise it to three people before building anything, and build what they would miss",
      cedar: "sit beside five people doing it by hand today, and take away their worst quarter of an hour",
    },
    risk: "it can do much and is used for nothing",
    sign: "a feature is explained with the word ‘later’",
    response: "remove what nobody used in the trial, and finish what they did",
    need: {
      what: "five people who will try it and say what they think",
      from: "those it is meant for",
      late: "opinions are collected from those who made it",
    },
    measure: "people who came back to it within a week",
    check: "a newcomer reaches the first result without a word of help",
    steps: [
      "write down the one thing it must do, in a sentence",
      "make that one thing work from beginning to end",
      "watch five people and note where they stop",
    ],
    ask: {
      question: "What may it be bad at in its first version?",
      decides: "what is left out",
      otherwise: "everything but the one sentence",
    },
    limit: "the first result must be reached within two minutes",
  },
  {
    key: "rooms",
    name: "the rooms",
    words:
      /\b(?:renovat\w*|house|flat|apartment|kitchen|bathroom|paint|roof|walls|office|move house|caf[eé]|bakery|studio)\b/i,
    units: /^(?:m²|m2|square metres?|rooms?|seats?)$/,
    phase: 3,
    kind: "build",
    pull: { atlas: 2, briar: 2, cedar: 2 },
    who: "whoever lives or works there meanwhile",
    aim: "there is one usable room with light and water at the end of every day",
    ways: {
      atlas: "open everything that must be opened at once, and close it only when pipes and cables are drawn",
      briar: "do one room completely, price the surprise, and correct the price of the others by it",
      cedar: "plan the order of rooms around those who stay, and move them once instead of daily",
    },
    risk: "an opened wall shows something that changes price and order",
    sign: "somebody says it was always like that",
    response: "photograph it, get a price the same day, and decide before closing it",
    need: {
      what: "measured plans and the age of pipes and cables",
      from: "the owner of the building",
      late: "offers are guesses with a signature",
    },
    measure: "surprises found, with their price, by room",
    check: "every tap, switch and door is tried by somebody who did not install it",
    steps: [
      "measure every room and photograph every wall",
      "get offers for the first room from two trades",
      "finish it, and correct the plan for the others",
    ],
    ask: {
      question: "Who has to stay in the rooms while work goes on?",
      decides: "the order of rooms and the hours of noise",
      otherwise: "assume they stay",
    },
    limit: "water and light must never be off overnight",
  },
];
