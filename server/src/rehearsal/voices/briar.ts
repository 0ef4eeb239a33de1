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
    turn: "The reserve of # % is used up before half of the milestones are done.",
  },
  kinds: {
    goal: {
      claim: "“” is delivered in the plainest form that meets the request.",
      wrong: "it does not say what it may cost",
      mend: "put the cost of each part beside it",
      must: "The plainest form that meets this must be delivered",
      met: "the test that was written for it beforehand passes",
      sign: "its cost is not known when work on it is about to begin",
      response: "work on it waits until its cost is written down",
    },
    limit: {
      claim: "“” is checked in writing before the plan relies on it.",
      wrong: "it does not say when this is checked",
      mend: "check it before the plan relies on it",
      must: "This must be checked in writing before the plan relies on it",
      met: "it has been measured or checked, and the written result shows that it holds",
      sign: "the check comes out differently",
      response: "what depends on it stops",
    },
    exclusion: {
      claim: "Work that goes against “” stops until it is put right.",
      wrong: "it does not say what happens when it is broken",
      mend: "say what stops when it is broken",
      must: "Work that goes against this must stop",
      met: "a written check finds nothing planned or made that goes against it",
      sign: "a step is planned that goes against it",
      response: "whatever goes against it is stopped",
    },
    date: {
      claim: "The calendar leaves time to spare around “”.",
      wrong: "it leaves no time to spare",
      mend: "plan an earlier end, and say how much earlier",
      must: "Nothing must be planned that this makes impossible",
      met: "the dates of the finished work are on file, and none of them goes against it",
      sign: "the time to spare is used up",
      response: "what is not paid for yet is left out",
    },
    person: {
      claim: "“” is confirmed in writing before the plan relies on it.",
      wrong: "it does not say whether this was confirmed",
      mend: "have it confirmed in writing",
      must: "What this says about people must be confirmed in writing",
      met: "a written confirmation is on file",
      sign: "a written confirmation is missing",
      response: "what depends on it waits",
    },
    open: {
      claim: "Until “” is settled, no money is spent on what depends on it.",
      wrong: "it does not say that spending waits for the answer",
      mend: "spend nothing on it until it is settled",
      must: "No money must be spent on what depends on this before it is settled",
      met: "the answer is on file, in writing",
      sign: "money is asked for before there is an answer",
      response: "the payment waits",
    },
    block: {
      must: "Each of these lines must be checked before the plan relies on it",
      met: "a written note beside each line says that it holds",
      sign: "a line turns out differently",
      response: "what depends on that line stops",
    },
    context: {
      must: "No figure of the plan must contradict this",
      met: "a written note says that nothing planned or made contradicts it",
      sign: "a figure of the plan contradicts it",
      response: "the figures are checked again",
    },
  },
  work: {
    ask: {
      check: "write down what a wrong guess would cost; nothing has been spent on it yet",
      steps: [
        "Ask in writing about this: “”",
        "File the answer with its date",
        "Hold back what would cost money without it",
      ],
      done: "a written answer to each question is on file",
    },
    check: {
      check: "write down how this is checked, and with which result it passes; no check has been made yet",
      steps: [
        "Plan the cheapest check of this: “”",
        "Make the check, and write down the result with the day",
        "Stop if it does not pass, and decide before the work goes on",
      ],
      done: "the result of each check is on file, in writing",
    },
    make: {
      check: "write the test that it must pass, and what it may cost; the test fails now",
      steps: [
        "Ask what the plainest form of this costs: “”",
        "Approve the cost, or choose a plainer form",
        "Have it done, and run the test",
      ],
      done: "the test written for it beforehand passes, within the approved cost",
    },
    deliver: {
      check: "list every check that belongs to this; some results are missing now",
      steps: [
        "Collect the results of the checks for this: “”",
        "Repeat each check whose result is older than the last change",
        "Close the accounts, with what is left of the reserve",
      ],
      done: "every sentence of the request has the result of a check beside it",
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
    fixed: "keep to “”, and check it before the work relies on it",
    exit: "stop; only the last step has been paid for",
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
  parts: [
    {
      title: "Limits",
      kinds: ["limit", "exclusion", "figure", "block"],
      passes: "each limit with the result of its last check",
    },
    { title: "Confirmations", kinds: ["person", "open"], passes: "what was confirmed in writing" },
    { title: "Calendar", kinds: ["date"], passes: "how much time is to spare" },
    { title: "Delivery", kinds: ["goal", "context"], passes: "what was delivered, with its tests" },
  ],
  plan: {
    phases: [
      "what the plan depends on is checked before money is spent",
      "the parts are made within the limits that hold",
      "the result is delivered with every check attached",
    ],
    words: "To be put in writing",
    passes: "the person who pays, with each check",
    closes: "the written result on file",
  },
  recommendation: {
    reason: "the plan checks what it depends on before it spends money",
    betterWhen: "a mistake found late would cost more than the time lost by checking first",
  },
};
