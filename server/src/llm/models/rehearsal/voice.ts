import { whoSays } from "./brief/saying.ts";
import type { Desk } from "./desk.ts";
import { hash } from "./phrasing.ts";
import { type TemperamentName, temperamentNames } from "./temperament.ts";

/** The same thing said by three temperaments. */
export function voice(desk: Desk, said: Record<TemperamentName, string>): string {
  return said[desk.temperament.name];
}

/** All conditions: what people added since, then the brief's own, of which each temperament begins with another one. */
export function limitsFor(desk: Desk): string[] {
  const { brief, temperament } = desk;
  const added = brief.limits.filter((limit) => whoSays(brief, limit) !== "the brief");
  const own = brief.limits.slice(added.length);
  const first = temperamentNames.indexOf(temperament.name) % Math.max(1, own.length);
  return [...added, ...own.slice(first), ...own.slice(0, first)];
}

/** Why one temperament turns down a way of doing something: never the same words twice in a row. */
const refusals: Record<TemperamentName, readonly [string, string, string, string]> = {
  atlas: [
    "it would have to be done again as soon as more is asked of {name}",
    "it leaves the joint between {name} and the rest to chance",
    "it saves effort now and spends it later, when “{brief}” can no longer be changed",
    "it settles {name} by itself, although “{brief}” ties it to everything around",
  ],
  briar: [
    "it commits money before “{brief}” has been put to the test",
    "nobody has shown what it costs when something goes wrong with {name}",
    "it cannot be undone, and undoing will be needed most around {name}",
    "it trusts that “{brief}” is the whole truth about {name}",
  ],
  cedar: [
    "nobody would answer for {name} on the day it matters",
    "it looks tidy on paper, and those who deal with {name} were not asked",
    "it makes {name} somebody's second job",
    "“{brief}” is about people, and this way begins with things",
  ],
};

export function refusal(desk: Desk, matter: { key: string; name: string; brief: string }, index: number): string {
  const reasons = refusals[desk.temperament.name];
  const turn = index + (desk.temperament.seed === "" ? 0 : hash(desk.temperament.seed));
  const chosen = reasons[turn % reasons.length] ?? reasons[0];
  return chosen.replaceAll("{name}", matter.name).replaceAll("{brief}", matter.brief);
}
