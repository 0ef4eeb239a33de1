import { hash } from "../text/phrasing.ts";

/** Pseudo-random choices, the same for the same seed on every machine. */
export type Dice = {
  /** True in one out of `times` cases, on average. */
  once(times: number): boolean;
  /** One of the choices; undefined if there are none. */
  pick<T>(choices: readonly T[]): T | undefined;
};

export function createDice(seed: string): Dice {
  let throws = 0;
  const next = (sides: number): number => {
    throws += 1;
    // The low bits of this hash are the least random.
    return (hash(`${seed}/${throws}`) >>> 9) % sides;
  };
  return {
    once: (times) => next(times) === 0,
    pick: (choices) => choices[next(Math.max(1, choices.length))],
  };
}
