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
    turn: "Half of the reserve of # % is used, and nothing can be shown yet.",
  },
  kinds: {
    goal: {
      claim: "“” is delivered in full.",
      wrong: "it does not say that all of it is delivered",
      mend: "say that nothing of it is left out",
      must: "The result must deliver this",
      met: "the finished result has been compared with it, and nothing of it is missing",
      sign: "a part of it is not on the list of finished parts",
      response: "work moves to it from a part that can wait",
    },
    limit: {
      claim: "“” is planned for exactly as it is written.",
      wrong: "it does not say that the plan uses it exactly as it is written",
      mend: "plan with the words of the request",
      must: "Every part must be planned for this, as it is written",
      met: "every finished part has been measured against it, and each one agrees with it",
      sign: "a finished part does not fit it",
      response: "whatever does not fit it is made again",
    },
    exclusion: {
      claim: "“” is kept to without exception.",
      wrong: "it does not say which parts this touches",
      mend: "name the parts that it touches",
      must: "Every part of the result must keep to this",
      met: "a look through the finished result finds nothing that goes against it",
      sign: "a part goes against it",
      response: "whatever goes against it is taken out",
    },
    date: {
      claim: "The work is put in an order that meets the time given in “”.",
      wrong: "it does not say in which order the work meets this",
      mend: "put the work in an order that meets it",
      must: "The order of the work must follow this",
      met: "the day on which each part was finished is listed, and the list agrees with it",
      sign: "the work left takes longer than the time left",
      response: "what can wait is delivered later",
    },
    person: {
      claim: "The plan follows what the request says about people: “”.",
      wrong: "it does not say which part this concerns",
      mend: "name the part that it concerns",
      must: "The work must follow what this says about people",
      met: "every part has been compared with it, and none contradicts it",
      sign: "a part of the plan contradicts it",
      response: "whatever contradicts it is planned again",
    },
    open: {
      claim: "Until “” is settled, the plan keeps room for either outcome.",
      wrong: "it does not say what is planned until then",
      mend: "keep room for either outcome until it is settled",
      must: "The plan must keep room for either outcome until this is settled",
      met: "the answer is written down, and the parts that waited for it are planned",
      sign: "a part waits for the answer",
      response: "whatever waits for it is planned for either outcome",
    },
    block: {
      must: "Every part must agree with each of these lines",
      met: "every finished part has been compared with each line, and none contradicts it",
      sign: "a part contradicts a line of it",
      response: "whatever contradicts it is changed",
    },
    context: {
      must: "No part must contradict this",
      met: "the finished result has been compared with it, and no part contradicts it",
      sign: "a part contradicts it",
      response: "whatever contradicts it is changed",
    },
  },
  work: {
    ask: {
      check: "list the parts that wait for this; they cannot be finished now",
      steps: ["Ask those who know about this: “”", "Change the parts that waited for the answer"],
      done: "the answers are written down, and no part of the work waits for them",
    },
    check: {
      check: "mark every part of the plan that this touches; none has been compared with it yet",
      steps: ["Compare each marked part with this: “”", "Change the parts that do not agree with it"],
      done: "every part that this touches has been compared with it and agrees",
    },
    make: {
      check: "write down what will be seen when it is finished; nothing is there yet",
      steps: [
        "List what belongs to this: “”",
        "Get the first thing on the list ready, and show it",
        "Get the rest ready, and compare each thing with the list",
      ],
      done: "everything that belongs to this can be shown",
    },
    deliver: {
      check: "make a list of every sentence of the request with an empty box beside each",
      steps: [
        "Compare what is ready with this: “”",
        "Tick each sentence that is met",
        "Write down what is left, with a day",
      ],
      done: "every sentence of the request is either met or listed with a day",
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
    fixed: "keep to “” in every part",
    exit: "go back to the last state that was shown",
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
  parts: [
    { title: "Result", kinds: ["goal", "context"], passes: "what is finished, to be compared with the frame" },
    {
      title: "Frame",
      kinds: ["limit", "exclusion", "figure", "date", "block"],
      passes: "what the parts have to fit into",
    },
    { title: "Answers", kinds: ["person", "open"], passes: "what was said about people and open points" },
  ],
  plan: {
    phases: [
      "something that can be shown exists as early as possible",
      "the remaining parts are prepared and made",
      "the whole is delivered and compared with the request",
    ],
    words: "In the words of the request",
    passes: "every part that it touches",
    closes: "a mark on the list of finished parts",
  },
  recommendation: {
    reason: "the plan begins with something that can be shown, and ends with a comparison with the whole request",
    betterWhen: "something has to be shown earlier than this plan allows",
  },
};
