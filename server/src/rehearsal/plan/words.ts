import type { PointKind } from "../brief/classify.ts";
import type { TemperamentName } from "../temperament.ts";

/** How a plan treats a point: as what is asked for, as a bound to keep to, as given, or as not settled. */
export type Manner = "goal" | "bound" | "given" | "open";

const manners: Record<PointKind, Manner> = {
  goal: "goal",
  limit: "bound",
  exclusion: "bound",
  date: "bound",
  block: "given",
  figure: "given",
  person: "given",
  context: "given",
  open: "open",
};

/** The requirement for a point, its acceptance, the sign of failure, and the response to a failure. */
type Handling = { must: string; met: string; sign: string; response: string };

/** `begin` is the temperament's first work, before points are settled, the plan is checked, and the work is carried out. */
export type WorkKind = "begin" | "people" | "ask" | "note" | "check" | "make" | "compare";

/** One kind of work: its result, what to write down first, the steps, and when it is done. `“”` is replaced by a quotation. */
type Work = { outcome: string; check: string; steps: readonly string[]; done: string };

/**
 * What a temperament writes in requirements and plans. The sentences must be true for every quotation of their manner, so
 * they say what is done with the words of the request, not what the words mean.
 */
type PlanWords = {
  handling: Record<Manner, Handling>;
  work: Record<WorkKind, Work>;
  parts: Record<Manner, string>;
  none: string;
  closes: string;
  reason: string;
  betterWhen: string;
  doubt: string;
};

const words: Record<TemperamentName, PlanWords> = {
  atlas: {
    handling: {
      goal: {
        must: "The result must match these words",
        met: "the result has been compared with these words, and nothing that they ask for is missing",
        sign: "something that these words ask for is missing from the draft",
        response: "what is missing is added",
      },
      bound: {
        must: "The draft and the result must keep to these words",
        met: "the draft and the result have been compared with these words, and nothing in them goes against the words",
        sign: "something in the draft goes against these words",
        response: "what goes against these words is changed",
      },
      given: {
        must: "The plan must take these words into account",
        met: "the plan has been read beside these words, and it takes them into account",
        sign: "the plan overlooks these words",
        response: "the plan is changed",
      },
      open: {
        must: "Work that depends on what is still open in these words must wait until it is settled",
        met: "the answer is written down",
        sign: "there is no answer yet",
        response: "work that depends on it waits",
      },
    },
    work: {
      begin: {
        outcome: "a draft of the result that can be shown",
        check: "write down what the draft has to show",
        steps: [
          "Draw or describe what these words ask for: “”",
          "Show the draft to the person who wrote the request",
          "Change the draft as that person asks",
        ],
        done: "the draft has been shown, and every change that was asked for is made",
      },
      ask: {
        outcome: "answers to the open points",
        check: "list the work that depends on the answer",
        steps: ["Ask those who can settle what is still open in these words: “”", "Write down the answer"],
        done: "the answer is written down",
      },
      people: {
        outcome: "a plan that says who does what",
        check: "list the work that has to be done",
        steps: ["Write into the plan who does what, beginning with these words: “”"],
        done: "the plan says who does what, and it agrees with the quoted words",
      },
      note: {
        outcome: "a plan and a draft that take the quoted words into account",
        check: "mark what these words concern",
        steps: ["Read the plan and the draft beside these words: “”", "Change both where they overlook these words"],
        done: "the plan and the draft take the quoted words into account",
      },
      check: {
        outcome: "a draft that agrees with the quoted words",
        check: "mark what these words concern in the draft",
        steps: ["Compare the draft with these words: “”", "Change the draft where it goes against them"],
        done: "nothing in the draft goes against the quoted words",
      },
      make: {
        outcome: "the result",
        check: "list what the quoted words ask for",
        steps: [
          "Make or arrange each thing on the list for these words: “”",
          "Show each thing when it is ready, and mark it on the list",
        ],
        done: "everything that the quoted words ask for is ready and has been shown",
      },
      compare: {
        outcome: "a result that has been compared with the whole request",
        check: "list every sentence of the request",
        steps: [
          "Compare the result with each sentence on the list, beginning with this: “”",
          "Add what is missing, and change what the request rules out",
        ],
        done: "the result has been compared with the whole request, and nothing that it asks for is missing",
      },
    },
    parts: { goal: "Result", bound: "Conditions", given: "Facts", open: "Open points" },
    none: "nothing beyond the quotation",
    closes: "a mark in the plan",
    reason: "it begins with a draft that can be shown",
    betterWhen: "it is unclear what the result should look like",
    doubt: "No draft can be made that keeps to this: “”.",
  },
  briar: {
    handling: {
      goal: {
        must: "The result must pass a checklist written from these words",
        met: "every line of a checklist written from these words is ticked",
        sign: "work on it is about to begin without a checklist",
        response: "the checklist is written first",
      },
      bound: {
        must: "A written check must show that the plan keeps to these words",
        met: "a written check finds nothing that goes against these words",
        sign: "a written check finds something that goes against these words",
        response: "the plan is corrected before the work goes on",
      },
      given: {
        must: "A written note must say what these words mean for the plan",
        met: "the note is on file",
        sign: "there is no note of what these words mean for the plan",
        response: "a note on these words is written before the work goes on",
      },
      open: {
        must: "A written answer to what is still open in these words must be on file before work that depends on it begins",
        met: "a written answer is on file",
        sign: "there is no written answer yet",
        response: "work that depends on it is put off",
      },
    },
    work: {
      begin: {
        outcome: "a list of what has to be checked",
        check: "set aside time for the checks",
        steps: ["Write down what has to be checked for this: “”"],
        done: "what has to be checked is written down",
      },
      ask: {
        outcome: "written answers on file",
        check: "write down which work the answer may change",
        steps: [
          "Ask in writing those who can settle what is still open in these words: “”",
          "File the answer with its date",
        ],
        done: "a written answer to each open point is on file",
      },
      people: {
        outcome: "a note on who does what",
        check: "collect what the request says about people",
        steps: ["Write a note on who does what, beginning with these words: “”", "File the note with the plan"],
        done: "a note on who does what is on file, and it agrees with the quoted words",
      },
      note: {
        outcome: "written notes on file",
        check: "write down which checks and steps these words concern",
        steps: ["Write a note on what these words mean for the plan: “”", "File the note with the plan"],
        done: "a note on each of the quoted sentences is on file",
      },
      check: {
        outcome: "the written results of the checks",
        check: "write down how the check is made, and when it is passed",
        steps: [
          "Check the plan against these words: “”",
          "Write down the result of the check, with the day",
          "Correct the plan if it does not pass",
        ],
        done: "the plan passes the check, and the written result is on file",
      },
      make: {
        outcome: "work that passes its checklist",
        check: "write a checklist from the quoted words",
        steps: [
          "Do what these words ask for, in small steps: “”",
          "After each step, tick the lines of the checklist that are fulfilled",
        ],
        done: "every line of a checklist written from the quoted words is ticked",
      },
      compare: {
        outcome: "a result with written checks",
        check: "collect the checks and checklists",
        steps: [
          "Check the result against the request, beginning with this: “”",
          "Write down what does not pass, and correct it",
        ],
        done: "a written check finds nothing missing that the request asks for, and nothing that it rules out",
      },
    },
    parts: { goal: "Deliverables", bound: "Limits", given: "Stated facts", open: "Missing answers" },
    none: "not described beyond the quotation",
    closes: "the written result on file",
    reason: "it begins with a written check, before anything is made",
    betterWhen: "a sentence of the request may be hard to keep to",
    doubt: "A written check shows that the plan cannot keep to this: “”.",
  },
  cedar: {
    handling: {
      goal: {
        must: "The person who wrote the request must agree that the result matches these words",
        met: "the person who wrote the request has compared the result with these words and accepts it",
        sign: "the person who wrote the request says that something is missing",
        response: "those who do the work add what is missing",
      },
      bound: {
        must: "Everyone who does the work must have these words in writing and keep to them",
        met: "someone who did not do the work has looked for anything that goes against these words, and found nothing",
        sign: "someone points out work that goes against these words",
        response: "those who do the work change what goes against these words",
      },
      given: {
        must: "Everyone who does the work must have these words in writing",
        met: "everyone who does the work has said what these words mean for their part",
        sign: "someone who does the work has not read these words",
        response: "everyone who has not read these words is given them",
      },
      open: {
        must: "The people whose work depends on what is still open in these words must hear how it is settled before they begin",
        met: "the people whose work depends on it have read the answer",
        sign: "someone whose work depends on it has not heard of an answer",
        response: "the people whose work depends on it wait",
      },
    },
    work: {
      begin: {
        outcome: "a talk with the people who will do the work",
        check: "list the people who will do the work",
        steps: ["Read these words together with the people on the list: “”", "Write down their questions and doubts"],
        done: "the people who will do the work have read the quoted words, and their questions are written down",
      },
      ask: {
        outcome: "answers that everyone concerned has read",
        check: "write down whose work depends on the answer",
        steps: [
          "Agree on the person who settles what is still open in these words: “”",
          "Ask that person, and write down the answer",
          "Tell everyone whose work depends on the answer",
        ],
        done: "everyone whose work depends on an answer has read it",
      },
      people: {
        outcome: "an agreement on who does what",
        check: "list everyone who takes part in the work",
        steps: [
          "Agree with the people on the list on who does what, beginning with these words: “”",
          "Give each of them in writing what was agreed",
        ],
        done: "everyone who takes part in the work has read who does what, and has said what it means for their part",
      },
      note: {
        outcome: "people who know what the quoted words mean for their part",
        check: "list the people whose work these words concern",
        steps: ["Give these words to the people on the list: “”", "Ask them what the words mean for their part"],
        done: "everyone whose work the quoted words concern has said what they mean for it",
      },
      check: {
        outcome: "a plan that a second person has read",
        check: "choose someone who did not write the plan",
        steps: [
          "Let that person read the plan beside these words: “”",
          "Talk about what goes against them, and change the plan together",
        ],
        done: "someone who did not write the plan has read it beside the quoted words, and the plan fits them",
      },
      make: {
        outcome: "a result that the person who wrote the request has seen",
        check: "agree with the person who wrote the request on how the result is judged",
        steps: [
          "Agree on who does which part of this: “”",
          "Do the work",
          "Show the result to the person who wrote the request",
        ],
        done: "the person who wrote the request has seen the result and accepts it",
      },
      compare: {
        outcome: "a result that has been handed over",
        check: "choose someone who did not do the work",
        steps: [
          "Let that person compare the result with the request, beginning with this: “”",
          "Talk about what is missing, and add it",
          "Hand over the result",
        ],
        done: "someone who did not do the work has compared the result with the request, and the person who wrote the request accepts it",
      },
    },
    parts: {
      goal: "What is asked for",
      bound: "What everyone keeps to",
      given: "What everyone knows",
      open: "What has to be asked",
    },
    none: "only what the quotation says",
    closes: "a word to everyone whose work depends on it",
    reason: "it begins with the people who will do the work",
    betterWhen: "the people who will do the work have not been asked yet",
    doubt: "The people who do the work say that they cannot keep to this: “”.",
  },
};

type Of = { temperament: { name: TemperamentName } };

export const planWordsOf = ({ temperament }: Of): PlanWords => words[temperament.name];

export const mannerOf = (kind: PointKind): Manner => manners[kind];

export const handlingOf = (workspace: Of, kind: PointKind): Handling => planWordsOf(workspace).handling[mannerOf(kind)];
