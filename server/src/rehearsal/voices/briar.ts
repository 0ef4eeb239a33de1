import type { Voice } from "./voice.ts";

/**
 * Briar puts limits, money and risk first, and doubts what has not been checked. “” is replaced by a quotation from the
 * request (see `Voice`).
 */
export const briar: Voice = {
  choices: {
    order: {
      claim: "Work begins with a check of this, before anything is made: “”.",
      way: "check what the plan depends on first",
      because: "a limit that fails late wastes what was made before",
      wrong: "money may be spent before it is known that the limits hold",
      mend: "test the tightest limit first and write the result down",
    },
    scope: {
      claim: "Only what the request names is delivered; every addition waits until the limits are proven.",
      way: "deliver only what is named, additions later",
      because: "what is not asked for need not be paid for",
      wrong: "it does not say which part may be left out when a limit is missed",
      mend: "name that part",
    },
    proof: {
      claim: "Each limit is measured, and the result written down, before the plan relies on it.",
      way: "measure each limit and write the result down",
      because: "figures do not depend on who looks",
      wrong: "an impression is no proof",
      mend: "write down what is measured, and with which result it passes",
    },
  },
  reserve: {
    claim: "A reserve of # % is kept, and it is released only when a limit has been missed.",
    wrong: "the reserve may be gone before it is needed",
    mend: "release it only when a limit has been missed",
  },
  kinds: {
    goal: {
      claim: "“” is delivered in the plainest form that meets the request.",
      wrong: "it does not say what it may cost",
      mend: "put the cost of each part beside it",
    },
    limit: {
      claim: "“” is checked in writing before the plan relies on it.",
      wrong: "it does not say when this is checked",
      mend: "check it before the plan relies on it",
    },
    exclusion: {
      claim: "Work that goes against “” stops until it is put right.",
      wrong: "it does not say what happens when it is broken",
      mend: "say what stops when it is broken",
    },
    date: {
      claim: "The calendar leaves time to spare around “”.",
      wrong: "it leaves no time to spare",
      mend: "plan an earlier end, and say how much earlier",
    },
    person: {
      claim: "“” is confirmed in writing before the plan relies on it.",
      wrong: "it does not say whether this was confirmed",
      mend: "have it confirmed in writing",
    },
    open: {
      claim: "Until “” is settled, no money is spent on what depends on it.",
      wrong: "it does not say that spending waits for the answer",
      mend: "spend nothing on it until it is settled",
    },
  },
  business: {
    problem: "Time and money are to be spent on this: “”.",
    why: "Of all ways to carry out “”, this proposal takes the one whose limits can be tested early and cheaply.",
    worth: "Every decision is weighed against what the request states: “”.",
    also: "Whether this changes the cost is found out early: “”.",
    sign: "The sign to watch for: a first measurement that differs from what was written.",
  },
  features: {
    objective: "to deliver what “” asks for at the lowest risk and cost",
    story: "As the person who pays, I want the plainest form of “”, so that the limits are kept.",
    accepted: "a written test of “” is passed before the next step is paid for.",
    conditions: "## Checked before any part",
    condition: "A written note says what follows from “”.",
    rest: "What would be pleasant but is not asked for costs money and is left out.",
  },
  approach: {
    build:
      "The work is cut into steps small enough to be stopped without great loss, and each ends with a decision to go on.",
    limit: "A check shows early whether this holds: “”.",
    date: "The calendar is checked against this: “”.",
  },
  metrics: {
    star: "North star: how many of the tests written beforehand for “” pass.",
    leading: "whether “” has been checked in writing",
    lagging: "the difference between the money planned and the money spent",
    guard: "one breach counts as failure: “”",
  },
  review: {
    keep: "it protects a limit or the money",
    missing: "What “” costs, and what is done if that is too much.",
    time: "the proposal shows no calculation that leaves time to spare around this: “”",
    money: "the proposal has to show the cost of each part beside this: “”",
    people: "the proposal has to say whether this was confirmed: “”",
    skills: "Skills: a small test would show whether the people on the work have them.",
  },
  registers: {
    sign: "there is no written result after the first week",
    test: "checked in writing before money depends on it",
    met: "quotes it, but proves nothing",
    late: "no money is spent on what depends on it",
    confirm: "a written statement of this: “”",
  },
};
