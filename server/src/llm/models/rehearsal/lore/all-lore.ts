import { eventEnds } from "./event-ends.ts";
import { eventPeople } from "./event-people.ts";
import { eventPlaces } from "./event-places.ts";
import { eventThings } from "./event-things.ts";
import { gardenGround } from "./garden-ground.ts";
import { gardenPeople } from "./garden-people.ts";
import type { Lore } from "./lore.ts";
import { makingTexts } from "./making-texts.ts";
import { makingThings } from "./making-things.ts";
import { organisation } from "./organisation.ts";
import { organisationProof } from "./organisation-proof.ts";
import { softwareChange } from "./software-change.ts";
import { softwareMoney } from "./software-money.ts";
import { softwarePeople } from "./software-people.ts";

export const allLore: readonly Lore[] = [
  ...eventPlaces,
  ...eventPeople,
  ...eventThings,
  ...eventEnds,
  ...softwareMoney,
  ...softwareChange,
  ...softwarePeople,
  ...gardenGround,
  ...gardenPeople,
  ...makingTexts,
  ...makingThings,
  ...organisation,
  ...organisationProof,
];

/** What every plan has, in the order in which a brief that says almost nothing is given them. */
export const everyPlanHas: readonly string[] = ["owner", "time", "money", "proof", "suppliers"];
