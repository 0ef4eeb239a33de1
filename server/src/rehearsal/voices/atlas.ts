import type { Voice } from "./voice.ts";

/** Atlas puts the result first, and doubts whether a plan is complete. */
export const atlas: Voice = {
  claims: {
    order: "Work begins with a draft of the result for this: “”.",
    scope: "Everything is delivered in the order in which the request names it.",
    proof: "The result is compared with each sentence of the request.",
    reserve: "A reserve of # % is kept, and it may be used to finish the result.",
    goal: "The result contains everything that these words ask for: “”.",
    bound: "Nothing in the result goes against these words: “”.",
    given: "The plan takes these words into account: “”.",
    open: "What these words leave open is settled before work that depends on it begins: “”.",
  },
  objections: {
    order: {
      wrong: "there is no draft to look at when the work begins",
      mend: "show a draft of the result early",
    },
    scope: {
      wrong: "it does not mention the order of the request",
      mend: "deliver everything in the order of the request",
    },
    proof: {
      wrong: "it does not mention each sentence of the request",
      mend: "compare the result with each sentence of the request",
    },
    reserve: {
      wrong: "it does not say that the reserve may be used to finish the result",
      mend: "let the reserve be used to finish the result",
    },
    goal: {
      wrong: "it does not say that nothing is left out",
      mend: "check that nothing these words ask for is left out",
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
      way: "deliver everything in the order of the request",
      because: "what the request names first is then ready first",
      rejected: "deliver each part as soon as it is ready",
    },
    proof: {
      way: "compare the result with each sentence of the request",
      because: "no sentence is then forgotten",
      rejected: "compare the result with the main points only",
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
    asks: "What would make the result a good one, beyond the words of the request?",
    decides: "what the result is compared with",
    otherwise: "it is compared with the request only",
  },
  review: {
    complete: "it accounts for “”",
    bound: "the plan has to take this into account: “”",
    test: "to be compared with the result",
    met: "accounts for it",
    late: "work that depends on it waits",
    needs: [
      "a comparison of the result with “”",
      "someone who can see the whole result",
      "before the result is delivered",
    ],
  },
};
