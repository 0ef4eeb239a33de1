import type { TemperamentName } from "../temperament.ts";
import type { Handling, Position } from "./voice.ts";

/**
 * What each temperament says about a figure. A figure may say how things are now or how they have to be, so a plan reckons
 * with it but does not promise to keep to it.
 */
export const figures: Record<TemperamentName, Position & Handling> = {
  atlas: {
    claim: "Every part reckons with this: “”.",
    wrong: "it does not say which parts reckon with this",
    mend: "name the parts that reckon with it",
    must: "Every part must reckon with this",
    met: "no part was made with another figure in mind",
    sign: "a part was planned with another figure",
    response: "that part is planned again",
  },
  briar: {
    claim: "“” is taken as it stands, and the plan says what changes if it is wrong.",
    wrong: "it does not say what changes if this is wrong",
    mend: "say what changes if it is wrong",
    must: "The plan must say what changes if this is wrong",
    met: "a written note says what changes if it is wrong",
    sign: "a newer figure differs from it",
    response: "the note is read again before more money is spent",
  },
  cedar: {
    claim: "Everyone whose work depends on this is told it: “”.",
    wrong: "it does not say who has to know this",
    mend: "tell it to everyone whose work depends on it",
    must: "Everyone whose work depends on this must know it",
    met: "those whose work depends on it have said that their part agrees with it",
    sign: "someone works from another figure",
    response: "that person is told the figure of the request",
  },
};
