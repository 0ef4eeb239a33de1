import type { Voice } from "./voice.ts";

/** Cedar puts people first, and doubts hand-overs. */
export const cedar: Voice = {
  claims: {
    order: "Work begins with a talk about this with the people who will do it: “”.",
    scope: "Each part is delivered as soon as it is ready.",
    proof: "Someone who did not do the work compares the result with the request.",
    reserve: "A reserve of # % is kept, and the people who do the work are asked before it is used.",
    goal: "The people who will do the work say what is unclear to them in these words: “”.",
    bound: "Everyone who does the work has these words in writing: “”.",
    given: "Everyone who does the work knows these words: “”.",
    open: "The people whose work depends on what these words leave open hear how it is settled: “”.",
  },
  objections: {
    order: {
      wrong: "the people who will do the work are not asked first",
      mend: "talk with the people who will do the work",
    },
    scope: {
      wrong: "a part that is ready has to wait",
      mend: "deliver each part as soon as it is ready",
    },
    proof: {
      wrong: "those who did the work may overlook their own mistakes",
      mend: "let someone who did not do the work compare the result with the request",
    },
    reserve: {
      wrong: "it does not say that the people who do the work are asked",
      mend: "ask the people who do the work before the reserve is used",
    },
    goal: {
      wrong: "it does not ask the people who will do the work what is unclear to them",
      mend: "ask the people who will do the work what is unclear to them",
    },
    bound: {
      wrong: "it does not say that everyone who does the work gets these words",
      mend: "give these words to everyone who does the work",
    },
  },
  choices: {
    order: {
      way: "talk first with the people who will do the work",
      because: "they see problems that others overlook",
      rejected: "show a draft of the result first",
    },
    scope: {
      way: "deliver each part as soon as it is ready",
      because: "a part that is ready is then used at once",
      rejected: "deliver everything in the order of the request",
    },
    proof: {
      way: "let someone who did not do the work compare the result with the request",
      because: "people overlook their own mistakes",
      rejected: "let those who did the work compare the result",
    },
  },
  business: {
    problem: "Everyone who does the work must know what the request asks for: “”.",
    also: "Everyone who does the work reads this too: “”.",
  },
  features: {
    objective: "to hand over what matches these words: “”",
    story: "As someone who does the work, I want to talk about it first, so that I can say what is unclear.",
    build: "The people who do the work agree on how they do it.",
  },
  metrics: {
    star: "how many parts have been delivered",
    leading: "how many of the people who do the work have read the request",
    lagging: "how many of the people involved would work together again",
    guard: "a second person finds no work that goes against this: “”",
  },
  question: {
    asks: "Who should look at the result before it is final?",
    decides: "who compares it with the request",
    otherwise: "someone who did not do the work looks at it",
  },
  review: {
    complete: "its readers learn of “”",
    bound: "everyone who does the work has to know this: “”",
    test: "to be given to everyone who does the work",
    met: "accounts for it, so that its readers learn of it",
    late: "the people who wait are told",
    needs: ["time for a talk about “”", "the people who will do the work", "before the work begins"],
  },
};
