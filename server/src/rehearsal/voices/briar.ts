import type { Voice } from "./voice.ts";

/** Briar puts limits, money and risk first, and doubts what has not been checked. */
export const briar: Voice = {
  claims: {
    order: "Work begins with a written check of the plan against this: “”.",
    scope: "Each part is delivered after a check of its own.",
    proof: "Every check is written down with its result.",
    reserve: "A reserve of # % is kept, and each use of it is explained in writing.",
    goal: "A checklist is written from these words before the work begins: “”.",
    bound: "A written check finds nothing that goes against these words: “”.",
    given: "A written note says what these words mean for the plan: “”.",
    open: "What these words leave open is answered in writing before work that depends on it begins: “”.",
  },
  objections: {
    order: {
      wrong: "work begins before the plan has been checked",
      mend: "check the plan against the request in writing",
    },
    scope: {
      wrong: "it does not say that each part is checked before it is delivered",
      mend: "check each part before it is delivered",
    },
    proof: {
      wrong: "it does not say that a result is written down",
      mend: "write down what was found",
    },
    reserve: {
      wrong: "it does not say that each use of the reserve is explained in writing",
      mend: "explain each use of the reserve in writing",
    },
    goal: {
      wrong: "it does not mention a checklist",
      mend: "write a checklist from these words",
    },
    bound: {
      wrong: "it does not mention a check",
      mend: "check the plan against these words in writing",
    },
  },
  choices: {
    order: {
      way: "check the plan against the request first, in writing",
      because: "a mistake found early costs less",
      rejected: "show a draft of the result first",
    },
    scope: {
      way: "deliver each part after a check of its own",
      because: "a mistake is then found before the part is used",
      rejected: "deliver each part as soon as it is ready",
    },
    proof: {
      way: "write down every check with its result",
      because: "a written result can be read again later",
      rejected: "tell the people involved the results without writing them down",
    },
  },
  business: {
    problem: "Time and money are needed for this: “”.",
    also: "A written note will say what this means for the plan: “”.",
  },
  features: {
    objective: "to pass a checklist written from these words: “”",
    story: "As the person who asked, I want a checklist for it, so that I can see what is done.",
    build: "The work is done in small steps, and each step is checked before the next one begins.",
  },
  metrics: {
    star: "how many lines of the checklists are ticked",
    leading: "how many checks have a written result",
    lagging: "how far the cost and the time differ from the plan",
    guard: "no check finds anything against this: “”",
  },
  question: {
    asks: "Where are the results of the checks kept?",
    decides: "where they can be read later",
    otherwise: "they are kept with the plan",
  },
  review: {
    complete: "“” is accounted for",
    bound: "a written note has to say what this means for the plan: “”",
    test: "to be checked in writing",
    met: "accounts for it; no check has been made yet",
    late: "that work is put off",
    needs: ["time for a written check against “”", "the person who makes the check", "before the work begins"],
  },
};
