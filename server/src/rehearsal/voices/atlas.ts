import type { Voice } from "./voice.ts";

/** Atlas puts the result first, and doubts whether a plan is complete. */
export const atlas: Voice = {
  claims: {
    order: "Work begins with a draft of the result for this: “”.",
    scope: "Everything that the request asks for is delivered together.",
    proof: "The whole result is compared with the whole request.",
    reserve: "A reserve of # % is kept, and it may be used to finish the result.",
    goal: "The result contains everything that these words ask for: “”.",
    bound: "The draft and the result keep to these words: “”.",
    given: "The draft takes these words into account: “”.",
    open: "Work that depends on this waits until it is settled: “”.",
  },
  objections: {
    order: {
      wrong: "there is no draft to look at when the work begins",
      mend: "show a draft of the result early",
    },
    scope: {
      wrong: "one part alone may not answer the request",
      mend: "say when the last part is delivered",
    },
    proof: {
      wrong: "parts that are right on their own may not fit together",
      mend: "compare the whole result with the request",
    },
    reserve: {
      wrong: "it does not say that the reserve may be used to finish the result",
      mend: "let the reserve be used to finish the result",
    },
    goal: {
      wrong: "it does not say that nothing is left out",
      mend: "deliver everything that these words ask for",
    },
    bound: {
      wrong: "it does not mention the result",
      mend: "compare the result with these words",
    },
  },
  choices: {
    order: {
      way: "show a draft of the result first",
      because: "people agree fastest on what they can see",
      rejected: "check the plan against the request first, in writing",
    },
    scope: {
      way: "deliver everything together",
      because: "one part alone may not answer the request",
      rejected: "deliver one part after the other",
    },
    proof: {
      way: "compare the whole result with the request",
      because: "parts that are right on their own may not fit together",
      rejected: "compare each part on its own",
    },
  },
  business: {
    problem: "The request asks for this: “”.",
    also: "The request also says: “”.",
  },
  features: {
    objective: "to deliver everything that these words ask for: “”",
    story: "As the person who asked, I want to see a draft of it, so that I can say what is missing.",
    build: "The draft is corrected until it agrees with the request, and then the work is done.",
  },
  metrics: {
    star: "how much of what the request asks for is ready",
    leading: "how many changes to the draft are still to be made",
    lagging: "how many changes are asked for after the result is delivered",
    guard: "nothing goes against this: “”",
  },
  question: {
    asks: "Which part of the result should the draft show first?",
    decides: "where the draft begins",
    otherwise: "the draft begins with “”",
  },
  review: {
    complete: "it also accounts for “”",
    bound: "the draft has to take this into account: “”",
    test: "to be compared with the result",
    met: "accounts for it",
    late: "work that depends on it waits",
    needs: ["remarks on a draft for “”", "the person who wrote the request", "when the draft is shown"],
  },
};
