import type { TemperamentName } from "../temperament.ts";
import type { Position } from "./voice.ts";

/**
 * What each temperament says about a figure. A figure may say how things are now or how they have to be, so a plan reckons
 * with it but does not promise to keep to it.
 */
export const figures: Record<TemperamentName, Position> = {
  atlas: {
    claim: "Every part reckons with this: “”.",
    wrong: "it does not say which parts reckon with this",
    mend: "name the parts that reckon with it",
  },
  briar: {
    claim: "“” is taken as it stands, and the plan says what changes if it is wrong.",
    wrong: "it does not say what changes if this is wrong",
    mend: "say what changes if it is wrong",
  },
  cedar: {
    claim: "Everyone whose work depends on this is told it: “”.",
    wrong: "it does not say who has to know this",
    mend: "tell it to everyone whose work depends on it",
  },
};
