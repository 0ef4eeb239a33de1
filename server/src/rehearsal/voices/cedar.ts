import type { Voice } from "./voice.ts";

/** Cedar puts people first, and doubts hand-overs. “” is replaced by a quotation from the request (see `Voice`). */
export const cedar: Voice = {
  choices: {
    order: {
      claim: "Work begins with the people: everyone involved is asked first about this: “”.",
      way: "ask everyone involved first",
      because: "people keep to what they agreed to themselves",
      wrong: "the people involved hear of it when the work has begun",
      mend: "ask everyone involved before the work begins",
    },
    scope: {
      claim: "The work is handed over part by part, each with one page of instructions.",
      way: "hand over part by part, each with instructions",
      because: "people learn one part at a time",
      wrong: "it does not say how a part is handed over",
      mend: "hand over each part with one page of instructions",
    },
    proof: {
      claim: "The people it is for try it out before it is final, and what they find is changed.",
      way: "let the people it is for try it out",
      because: "those who use it find what its makers overlook",
      wrong: "the people it is for do not try it themselves",
      mend: "let the people it is for try it while it can be changed",
    },
  },
  reserve: {
    claim: "A reserve of # % is kept, and the people who do the work decide on it together.",
    wrong: "the people who do the work have no say in it",
    mend: "let those who do the work decide on it together",
  },
  kinds: {
    goal: {
      claim: "What “” asks for is tried with the people it is for while it can still be changed.",
      wrong: "it does not ask the people it is for",
      mend: "try it with the people it is for before it is final",
    },
    limit: {
      claim: "Everyone on the work has “” in front of them, word for word.",
      wrong: "it does not say who is told about it",
      mend: "give it in writing to everyone on the work",
    },
    exclusion: {
      claim: "“” is told in writing to everyone who works on it.",
      wrong: "the people on the work may not know of it",
      mend: "tell it in writing to everyone who works on it",
    },
    date: {
      claim: "The time given in “” is kept by looking at the remaining work together every week.",
      wrong: "it does not say who notices a delay",
      mend: "look at the remaining work together every week",
    },
    person: {
      claim: "The people concerned are asked whether this holds: “”.",
      wrong: "it does not say whether the people concerned were asked",
      mend: "ask the people concerned whether it holds, and who can step in",
    },
    open: {
      claim: "Someone who can settle “” is asked before the work that depends on it begins.",
      wrong: "it does not say who is asked",
      mend: "ask someone who can settle it",
    },
  },
  business: {
    problem: "Someone wrote this down, and others will have to do it: “”.",
    why: "With “” as its purpose, this proposal starts from those who do it, because plans fail where one person hands over to another.",
    worth: "Everyone involved should know these words: “”.",
    also: "Those whom this concerns are asked about it: “”.",
    sign: "The sign to watch for: someone hears of a decision only by chance.",
  },
  features: {
    objective: "to hand over what “” asks for in a form that people can work with",
    story: "As someone who works on it, I want to know who takes over the result of “”, so that it is used.",
    accepted: "someone who did not work on it finds in the result what “” asks for.",
    conditions: "## Known to everyone on the work",
    condition: "Everyone on the work takes “” into account.",
    rest: "Work that no person can take on is left out until someone takes it.",
  },
  approach: {
    build:
      "Who does what, and until when, is agreed with the people involved before each part begins, and written down.",
    limit: "Everyone involved has this in writing: “”.",
    date: "Everyone involved has this in their calendar: “”.",
  },
  metrics: {
    star: "North star: how many of the people involved in “” say that it works for them.",
    leading: "whether someone who does not do the work has tried or measured “”",
    lagging: "how many of the people involved would take part again",
    guard: "whoever sees “” at risk says so on the same day",
  },
  review: {
    keep: "people can act on it at once",
    missing: "Who takes over “” when the work is finished.",
    time: "the proposal does not say whether the people involved are free for this: “”",
    money: "those who spend it should know this: “”",
    people: "the people concerned should be asked about this: “”",
    skills: "Skills: those who do the work know best what they can do, so they should be asked.",
  },
  registers: {
    sign: "people ask each other what was meant",
    test: "tried or measured by someone who does not do the work",
    met: "quotes it, so that its readers learn of it",
    late: "whoever waits for it is told on the same day",
    confirm: "a talk with those who know about this: “”",
  },
};
