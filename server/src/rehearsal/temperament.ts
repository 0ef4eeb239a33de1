import { pick } from "./text/phrasing.ts";

export type TemperamentName = "atlas" | "briar" | "cedar";

export const temperamentNames: readonly TemperamentName[] = ["atlas", "briar", "cedar"];

/**
 * A temperament is how one rehearsal model differs from another. Atlas puts the result first and doubts whether a plan is
 * complete; briar puts limits, money and risk first and doubts figures; cedar puts people first and doubts hand-overs.
 */
export type Temperament = {
  name: TemperamentName;
  /** Selects among the possible choices. If it is empty, the usual choices apply. */
  seed: string;
  /** The percentage of money and time that the model reserves. */
  reserve: number;
  /** The range of the estimate for one piece of work, in hours. */
  hours: readonly [low: number, high: number];
};

type Choices = { reserve: readonly [number, ...number[]]; hours: readonly [Hours, ...Hours[]] };
type Hours = Temperament["hours"];

/**
 * Without a seed, the first entry of each list is used; a seed may select any entry. With any seed, atlas has the smallest
 * reserve and briar the largest.
 */
const choices: Record<TemperamentName, Choices> = {
  atlas: {
    reserve: [10, 5, 8],
    hours: [
      [1, 3],
      [2, 4],
      [1, 2],
    ],
  },
  briar: {
    reserve: [20, 25, 30],
    hours: [
      [1, 4],
      [2, 5],
      [1, 5],
    ],
  },
  cedar: {
    reserve: [15, 12, 18],
    hours: [
      [2, 3],
      [1, 2],
      [2, 4],
    ],
  },
};

export function temperamentNamed(name: TemperamentName, seed = ""): Temperament {
  const { reserve, hours } = choices[name];
  if (seed === "") return { name, seed, reserve: reserve[0], hours: hours[0] };
  return { name, seed, reserve: pick(reserve, `${seed}/${name}/reserve`), hours: pick(hours, `${seed}/${name}/hours`) };
}

export function temperamentOf(modelId: string, seed = ""): Temperament {
  const name = temperamentNames.find((known) => modelId.endsWith(`/${known}`));
  return temperamentNamed(name ?? "atlas", seed);
}

/**
 * The temperament that writes a model's proposal. The first proposal is written by the model's own temperament, the
 * second and third by the two others, and later ones by its own with different choices.
 */
export function forProposal(temperament: Temperament, proposal: number): Temperament {
  if (proposal < 2) return temperament;
  const { name, seed, reserve } = temperament;
  const other = othersThan(name)[proposal - 2];
  if (other) return temperamentNamed(other, `${seed}#${proposal}`);
  const next = choices[name].reserve.find((one) => one !== reserve) ?? reserve;
  return { ...temperamentNamed(name, `${seed}#${proposal}`), reserve: next };
}

/** The two other temperaments, in a fixed order. */
export const othersThan = (name: TemperamentName): TemperamentName[] => temperamentNames.filter((one) => one !== name);
