export type TemperamentName = "atlas" | "briar" | "cedar";

export const temperamentNames: readonly TemperamentName[] = ["atlas", "briar", "cedar"];

/** What makes one rehearsal model differ from another, in numbers; the words are in the stages. */
export type Temperament = {
  name: TemperamentName;
  /** Which of its possible choices it makes; empty for those it makes by default. */
  seed: string;
  /** What it plans for, relative to the brief's own figure: room to grow, caution, or exactly what was said. */
  headroom: number;
  /** Share of the money it keeps back. */
  reserve: number;
  /** How many matters it takes on. */
  breadth: number;
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
    margin: 3,
    days: [2, 5],
    leaning: { clarity: -1, feasible: -1, "fits the request": 1, cost: 1 },
  },
};

export const temperamentNamed = (name: TemperamentName): Temperament => temperaments[name];

export function temperamentOf(modelId: string): Temperament {
  const name = temperamentNames.find((known) => modelId.endsWith(`/${known}`));
  return temperaments[name ?? "atlas"];
}

/** The two others, in a fixed order: their ways are the alternatives this one rejects. */
export function othersThan(name: TemperamentName): readonly [TemperamentName, TemperamentName] {
  if (name === "atlas") return ["briar", "cedar"];
  return name === "briar" ? ["atlas", "cedar"] : ["atlas", "briar"];
}
