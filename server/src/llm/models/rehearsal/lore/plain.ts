import { hash, pick } from "../phrasing.ts";
import type { TemperamentName } from "../temperament.ts";
import type { Lore, Phase } from "./lore.ts";

/** Who speaks, and by which throw of the dice: the same accent always gives the same words. */
export type Accent = { temperament: TemperamentName; seed: string };

type Wordings = readonly [string, ...string[]];

/**
 * What can be said about a matter nobody wrote lore for: the brief names it, so it has a place in the plan, an owner, a
 * proof and a way to fail. Several wordings, so that three such matters in one document do not sound like one.
 */
const wordings = {
  who: ["whoever has to live with {it}", "somebody who depends on {it}", "the person who asked for {it}"],
  aim: [
    "it is written on one page what {it} must do, and somebody has agreed to it",
    "whoever looks at {it} can tell done from not done",
    "nobody has to ask a second time about {it}",
  ],
  atlas: [
    "plan {it} for twice the present need, and only once",
    "draw {it} separately, with every joint to the neighbouring parts marked",
    "settle {it} first and at full size, and let the rest of the {short} take its measure from there",
  ],
  briar: [
    "do the smallest version of {it} that can be judged, and spend no more before somebody has judged it",
    "get two prices for {it} and a written way back",
    "leave {it} alone until somebody shows what that costs",
  ],
  cedar: [
    "name one person for {it}, and let that person choose the way",
    "ask those who deal with {it} every day what should never change",
    "try {it} for a day with the people concerned, before anything is decided",
  ],
  risk: [
    "everybody means something else by {it}",
    "what {it} needs is known to one person only",
    "work on {it} begins before anybody has said what is enough",
  ],
  sign: [
    "two people describe {it} differently on the same day",
    "a question about {it} comes back a third time",
    "nobody can show the newest state of {it}",
  ],
  response: [
    "stop, write half a page on {it} and have it signed",
    "go back to the smallest form of {it} that worked",
    "let the owner of {it} decide within a day, and go on",
  ],
  need: [
    "a description of {it} with one example",
    "a yes to the first draft of {it}",
    "a list of everything that touches {it}",
  ],
  late: [
    "the rest of the {short} is planned around a guess",
    "work on {it} is done twice",
    "the choice makes itself, badly",
  ],
  measure: [
    "open questions about {it}, by week",
    "days since {it} last changed",
    "people who can explain {it} without notes",
  ],
  check: [
    "somebody who was not involved tries {it} and needs no help",
    "what was agreed about {it} is compared with what exists, line by line",
    "the person who asked has seen {it}, and signs",
  ],
  first: ["write down what the brief says about {it}, word for word", "collect what already exists of {it}"],
  second: ["draft {it} on one page and show it to two people", "make the smallest form of {it} that can be tried"],
  third: ["try {it} with somebody who was not involved", "compare {it} with the brief and sign it off"],
  question: [
    "What must be true of {it} for the {short} to be called done?",
    "Who already works on {it}, and what exists?",
    "What about {it} must not change?",
  ],
  decides: [
    "how much work {it} really makes",
    "where {it} stands in the order of work",
    "whether {it} can be tried early",
  ],
  otherwise: [
    "only what the brief says in so many words",
    "the smallest form of it is enough",
    "it may be decided later, at no cost",
  ],
  limit: [
    "{it} must be understood from one page",
    "{it} must be in a state that can be shown at the end of every week",
    "any change of {it} must be undone within a day",
  ],
} satisfies Record<string, Wordings>;

/**
 * `accent` varies what is said; the three ways do not depend on it, because each temperament must know the others' ways to weigh
 * them against its own.
 */
export function plainLore(input: { key: string; name: string; words: RegExp; order: number; accent: Accent }): Lore {
  const { seed, temperament } = input.accent;
  const pickFor = (field: keyof typeof wordings, salt: string): string =>
    pick<string>(wordings[field], `${seed}/${input.key}/${field}${salt}`).replaceAll("{it}", input.name);
  const way = (field: keyof typeof wordings): string => pickFor(field, "");
  const say = (field: keyof typeof wordings): string => pickFor(field, `/${temperament}`);
  const pull = (name: TemperamentName): number => hash(`${seed}/${input.key}/${name}`) % 3;
  return {
    key: input.key,
    name: input.name,
    words: input.words,
    phase: phaseOf(input.order),
    kind: "matter",
    pull: { atlas: pull("atlas"), briar: pull("briar"), cedar: pull("cedar") },
    who: say("who"),
    aim: say("aim"),
    ways: { atlas: way("atlas"), briar: way("briar"), cedar: way("cedar") },
    risk: say("risk"),
    sign: say("sign"),
    response: say("response"),
    need: { what: say("need"), from: "{owner}", late: say("late") },
    measure: say("measure"),
    check: say("check"),
    steps: [say("first"), say("second"), say("third")],
    ask: { question: say("question"), decides: say("decides"), otherwise: say("otherwise") },
    limit: say("limit"),
  };
}

const phaseOf = (order: number): Phase => (order % 3 === 0 ? 2 : order % 3 === 1 ? 3 : 4);
