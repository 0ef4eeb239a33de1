import type { Voice } from "./voice.ts";

/** Cedar puts people first, and doubts hand-overs. */
export const cedar: Voice = {
  claims: {
    order: "Work begins with a talk with the people who will do the work about this: “”.",
    scope: "Each part is delivered as soon as the person who wrote the request accepts it.",
    proof: "Someone who did not do the work compares the result with the request.",
    reserve: "A reserve of # % is kept, and the people who do the work decide together how it is used.",
    goal: "The person who wrote the request decides whether the result matches these words: “”.",
    bound: "Everyone who does the work has these words in writing: “”.",
    given: "Everyone who does the work knows these words: “”.",
    open: "The people whose work depends on this hear how it is settled before they begin: “”.",
  },
  objections: {
    order: {
      wrong: "the people who will do the work are not asked first",
      mend: "talk with the people who will do the work",
    },
    scope: {
      wrong: "it does not ask anyone to accept a part",
      mend: "let the person who wrote the request accept each part",
    },
    proof: {
      wrong: "those who did the work may overlook their own mistakes",
      mend: "let someone who did not do the work compare the result with the request",
    },
    reserve: {
      wrong: "the people who do the work have no say in it",
      mend: "ask the people who do the work before the reserve is used",
    },
    goal: {
      wrong: "it does not say who decides whether this is done",
      mend: "let the person who wrote the request decide whether this is done",
    },
    bound: {
      wrong: "it does not say who on the work knows these words",
      mend: "give these words to everyone who does the work",
    },
  },
  choices: {
    order: {
      way: "talk with the people who will do the work first",
      because: "they see problems that others overlook",
      rejected: "show a draft of the result first",
    },
    scope: {
      way: "deliver each part as soon as the person who wrote the request accepts it",
      because: "nobody has to accept everything at once",
      rejected: "deliver everything together",
    },
    proof: {
      way: "let someone who did not do the work compare the result with the request",
      because: "people overlook their own mistakes",
      rejected: "let those who did the work compare the result",
    },
  },
  business: {
    problem: "People will have to do this: “”.",
    also: "Everyone who does the work reads this too: “”.",
  },
  features: {
    objective: "to hand over what matches these words: “”",
    story: "As someone who does the work, I want to talk about it first, so that I can say what is unclear.",
    build: "The people who do the work agree on who does which part.",
  },
  metrics: {
    star: "how many parts the person who wrote the request has accepted",
    leading: "how many of the people who do the work have read the request",
    lagging: "how many of the people involved would work together again",
    guard: "nobody points out anything against this: “”",
  },
  question: {
    asks: "Who should look at the result before it is final?",
    decides: "who compares it with the request",
    otherwise: "someone who did not do the work looks at it",
  },
  review: {
    complete: "its readers also learn of “”",
    bound: "everyone who does the work has to know this: “”",
    test: "to be given to everyone who does the work",
    met: "accounts for it, so that its readers learn of it",
    late: "the people who wait are told",
    needs: ["time for a talk about “”", "the people who will do the work", "before the work begins"],
  },
};
