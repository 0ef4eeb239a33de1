/**
 * Ranges of numbers that people enter. They are separate from the schemas, so that forms can use them without loading
 * zod.
 */
type Range = { min: number; max: number };

/** The number of continuations of a document that was cut off. A hundred continuations make a book. */
export const continuationsRange: Range = { min: 0, max: 100 };

/** The number of proposals per model. More proposals mean more work in every later stage. */
export const proposalsRange: Range = { min: 1, max: 4 };

export const isWithin = ({ min, max }: Range, value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= min && value <= max;
