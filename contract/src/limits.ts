/** Whole numbers that people give, without the schemas that check them: a form has to know them, too. */
type Range = { min: number; max: number };

/** How often a document that was cut off may be continued. A hundred continuations are a book. */
export const continuationsRange: Range = { min: 0, max: 100 };

/** How many proposals each model is asked for. All later work grows with them, in the longest process by their number. */
export const proposalsRange: Range = { min: 1, max: 4 };

export const isWithin = ({ min, max }: Range, value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= min && value <= max;
