import { pick } from "./phrasing.ts";

export type TemperamentName = "atlas" | "briar" | "cedar";

export const temperamentNames: readonly TemperamentName[] = ["atlas", "briar", "cedar"];

/** What makes one rehearsal model differ from another, in numbers; the words are in the stages. */
export type Temperament = {
  name: TemperamentName;
  /** Which of its possible choices it makes: whatever is drawn by lot is drawn with it; empty for those it makes by default. */
  seed: string;
  /** What it plans for, relative to the brief's own figure: room to grow, caution, or exactly what was said. */
  headroom: number;
  /** Share of the money it keeps back. */
  reserve: number;
  /** How many matters it takes on at most, and which share of those there are: the wary one leaves some for later. */
  breadth: number;
  share: number;
  /** How many days before the last one it wants to have what it waits for. */
  margin: number;
  /** How the estimate of one piece of work spreads, in days. */
  days: readonly [low: number, high: number];
  /** Added to the score of a criterion: what it is strict or lenient about. */
  leaning: Record<string, number>;
};

const temperaments: Record<TemperamentName, Temperament> = {
  atlas: {
    name: "atlas",
    seed: "",
    headroom: 1.15,
    reserve: 0.1,
    breadth: 8,
    share: 1,
    margin: 0,
    days: [3, 6],
    leaning: { complete: -1, feasible: 1, risk: 1, clarity: 0, cost: 1 },
  },
  briar: {
    name: "briar",
    seed: "",
    headroom: 0.9,
    reserve: 0.2,
    breadth: 6,
    share: 0.75,
    margin: 7,
    days: [2, 7],
    leaning: { risk: -2, cost: -2, "respects the facts": -1, feasible: -1, clarity: 1 },
  },
  cedar: {
    name: "cedar",
    seed: "",
    headroom: 1,
    reserve: 0.15,
    breadth: 7,
    share: 0.9,
    margin: 3,
    days: [2, 5],
    leaning: { clarity: -1, feasible: -1, "fits the request": 1, cost: 1 },
  },
};

/** What a seed may change in each, so that it stays itself: one is always the bold one, one the wary one. */
const scope: Record<TemperamentName, Pick<Choices, "headroom" | "reserve" | "breadth" | "days">> = {
  atlas: {
    headroom: [1.15, 1.1, 1.2, 1.25],
    reserve: [0.1, 0.05, 0.08],
    breadth: [8, 7],
    days: [
      [3, 6],
      [4, 7],
      [3, 5],
    ],
  },
  briar: {
    headroom: [0.9, 0.85, 0.8, 0.75],
    reserve: [0.2, 0.25, 0.3],
    breadth: [6, 5],
    days: [
      [2, 7],
      [3, 9],
      [1, 8],
    ],
  },
  cedar: {
    headroom: [1],
    reserve: [0.15, 0.12, 0.18],
    breadth: [7, 6],
    days: [
      [2, 5],
      [2, 4],
      [3, 6],
    ],
  },
};

type Choices = { [Field in keyof Temperament]: readonly [Temperament[Field], ...Temperament[Field][]] };

export function temperamentNamed(name: TemperamentName, seed = ""): Temperament {
  const base = temperaments[name];
  if (seed === "") return base;
  const { headroom, reserve, breadth, days } = scope[name];
  const salt = (field: string): string => `${seed}/${name}/${field}`;
  return {
    ...base,
    seed,
    headroom: pick(headroom, salt("headroom")),
    reserve: pick(reserve, salt("reserve")),
    breadth: pick(breadth, salt("breadth")),
    days: pick(days, salt("days")),
  };
}

export function temperamentOf(modelId: string, seed = ""): Temperament {
  const name = temperamentNames.find((known) => modelId.endsWith(`/${known}`));
  return temperamentNamed(name ?? "atlas", seed);
}

/** Whoever is to propose something else puts itself in another's place: first in those of the two others. */
export function inTurn(temperament: Temperament, proposal: number): Temperament {
  const { name, seed } = temperament;
  if (proposal < 2) return temperament;
  return temperamentNamed(othersThan(name)[proposal - 2] ?? name, `${seed}#${proposal}`);
}

/** The two others, in a fixed order: their ways are the alternatives this one rejects. */
export function othersThan(name: TemperamentName): readonly [TemperamentName, TemperamentName] {
  if (name === "atlas") return ["briar", "cedar"];
  return name === "briar" ? ["atlas", "cedar"] : ["atlas", "briar"];
}
