import type { Topic } from "../stances.ts";
import type { TemperamentName } from "../temperament.ts";

/** A critic's objections to the positions of others, each with a correction. */
export const doubts: Record<TemperamentName, Record<Topic, { wrong: string; mend: string }>> = {
  atlas: {
    order: {
      wrong: "the result comes late in this order",
      mend: "begin with one part of the result that can be shown",
    },
    scope: { wrong: "it does not say what the finished whole consists of", mend: "list every part that is delivered" },
    proof: {
      wrong: "nothing in it shows whether the parts fit together",
      mend: "show the whole once before it is final",
    },
    reserve: { wrong: "what is kept back is missing from the result", mend: "name the part the reserve is taken from" },
    goal: {
      wrong: "it does not say that all of it is delivered",
      mend: "say which words of the sentence are met and when",
    },
    limit: {
      wrong: "it does not say that the plan uses it as it is given",
      mend: "plan with the words of the request",
    },
    exclusion: {
      wrong: "it does not say how this is kept from the start",
      mend: "name the parts that it touches, and how they keep to it",
    },
    date: {
      wrong: "it does not say which parts can be done at the same time",
      mend: "mark the parts that do not depend on each other",
    },
    person: {
      wrong: "it leaves open which part each person does",
      mend: "assign every part to one of the people named",
    },
    open: {
      wrong: "it does not say what is planned until then",
      mend: "keep room for either outcome until it is settled",
    },
  },
  briar: {
    order: {
      wrong: "money is spent before the tightest limit is known to hold",
      mend: "test the tightest limit first and write the result down",
    },
    scope: {
      wrong: "it does not say which part may be left out when a limit is missed",
      mend: "name that part",
    },
    proof: { wrong: "an impression is no proof", mend: "say what is measured, with which result it passes" },
    reserve: {
      wrong: "it does not say what the reserve is for and who releases it",
      mend: "say who releases it and on what condition",
    },
    goal: { wrong: "it names no price", mend: "put the cost of each part beside it" },
    limit: { wrong: "it leaves no room for an error", mend: "plan with a margin below the limit" },
    exclusion: { wrong: "it does not say what a breach would cost", mend: "say what stops when it is breached" },
    date: { wrong: "it has no time to spare", mend: "plan an earlier end and say how much earlier" },
    person: { wrong: "it does not say who approves spending", mend: "name the person who signs" },
    open: {
      wrong: "it does not say that spending waits for the answer",
      mend: "spend nothing on it until it is settled",
    },
  },
  cedar: {
    order: {
      wrong: "the people involved hear of it when it has begun",
      mend: "agree on the work with everyone involved first",
    },
    scope: { wrong: "it does not say who takes over which part", mend: "name one person for each part" },
    proof: {
      wrong: "the people it is for do not try it themselves before it is final",
      mend: "let them try it while it can be changed",
    },
    reserve: { wrong: "the people who do the work have no say in it", mend: "decide on it together with them" },
    goal: { wrong: "it does not ask the people it is for", mend: "try it with them before it is final" },
    limit: { wrong: "no one watches it from day to day", mend: "name the person who watches it" },
    exclusion: {
      wrong: "the people on site may not know of it",
      mend: "tell it in writing to everyone who works on it",
    },
    date: { wrong: "it does not say who notices a delay", mend: "look at the remaining work together every week" },
    person: { wrong: "there is no deputy when a named person is away", mend: "name a deputy for each of them" },
    open: {
      wrong: "it does not say who is asked",
      mend: "name the person who can decide it, and ask in the first week",
    },
  },
};
