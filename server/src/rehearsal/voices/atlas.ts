import type { Voice } from "./voice.ts";

/**
 * Atlas puts the result first, and doubts whether a plan is complete. “” is replaced by a quotation from the request (see
 * `Voice`).
 */
export const atlas: Voice = {
  choices: {
    order: {
      claim: "Work begins with something that can be shown, made for this: “”.",
      way: "make something that can be shown first",
      because: "what can be seen is agreed on fastest",
      wrong: "the result comes late in this order",
      mend: "begin with one part of the result that can be shown",
    },
    scope: {
      claim: "Everything the request asks for is delivered together, and nothing waits for a later step.",
      way: "deliver everything together",
      because: "half of the result would not answer the request",
      wrong: "it does not say that everything the request asks for is delivered",
      mend: "list every part that is delivered",
    },
    proof: {
      claim: "The whole is shown once from beginning to end before it is final.",
      way: "show the whole once from beginning to end",
      because: "parts that work alone may still not fit together",
      wrong: "it does not show whether the parts fit together",
      mend: "show the whole once before it is final",
    },
  },
  reserve: {
    claim: "A reserve of # % is kept, and it may be used to finish the result.",
    wrong: "what is kept back is missing from the result",
    mend: "name the part that the reserve is taken from",
  },
  kinds: {
    goal: {
      claim: "“” is delivered in full.",
      wrong: "it does not say that all of it is delivered",
      mend: "say that nothing of it is left out",
    },
    limit: {
      claim: "“” is planned for exactly as it is written.",
      wrong: "it does not say that the plan uses it exactly as it is written",
      mend: "plan with the words of the request",
    },
    exclusion: {
      claim: "“” is kept to without exception.",
      wrong: "it does not say which parts this touches",
      mend: "name the parts that it touches",
    },
    date: {
      claim: "The work is put in an order that meets the time given in “”.",
      wrong: "it does not say in which order the work meets this",
      mend: "put the work in an order that meets it",
    },
    person: {
      claim: "The plan follows what the request says about people: “”.",
      wrong: "it does not say which part this concerns",
      mend: "name the part that it concerns",
    },
    open: {
      claim: "Until “” is settled, the plan keeps room for either outcome.",
      wrong: "it does not say what is planned until then",
      mend: "keep room for either outcome until it is settled",
    },
  },
  business: {
    problem: "The person who wrote the request asks for this: “”.",
    why: "This proposal treats “” as one result, which is worth having when it is complete.",
    worth: "The result is compared with these words of the request: “”.",
    also: "The parts have to agree with what else is said: “”.",
    sign: "The sign to watch for: the list of finished parts does not grow.",
  },
  features: {
    objective: "to deliver all that “” asks for",
    story: "As the person who asked, I want all that “” asks for, so that nothing is missing.",
    accepted: "the finished result shows all that “” asks for.",
    conditions: "## True of every part",
    condition: "The finished whole agrees with “”.",
    rest: "Anything the request does not name is not part of this proposal.",
  },
  approach: {
    build: "What is made is finished far enough to be shown before anything further is begun.",
    limit: "The parts are made to agree with “”.",
    date: "The order of the work follows this: “”.",
  },
  metrics: {
    star: "North star: how much of “” is finished.",
    leading: "whether every part was planned for “”",
    lagging: "whether the person who asked accepts all parts without a further request",
    guard: "nothing is added that goes against “”",
  },
  review: {
    keep: "without it the result would be incomplete",
    missing: "A list of the finished parts that together give “”.",
    time: "the order of the work has to follow this: “”",
    money: "every part has to be paid for within this: “”",
    people: "each part has to agree with this: “”",
    skills: "Skills: the proposal should say what each part needs.",
  },
  registers: {
    sign: "the list of finished parts does not grow for a week",
    test: "compared with the finished whole",
    met: "quotes it",
    late: "the parts that depend on it are finished later",
    confirm: "word that this still applies: “”",
  },
};
