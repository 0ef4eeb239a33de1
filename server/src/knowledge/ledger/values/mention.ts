/**
 * A typed value in the form in which values are compared: equal values have equal canonical texts, independent of their unit,
 * separators or words. `number:300`, `length:6` (metres), `money:ILS:80000`, `date:2027-03-12`.
 */
export type Canonical = string;

/** A part of a text that can be read as a value. It has several readings if the text alone is ambiguous. */
export type Mention = { start: number; end: number; readings: Canonical[] };

/** The context on which the meaning of a text depends. */
export type ReadingContext = {
  /** The time of the turn, to which "next Friday" is relative. */
  at: Date;
  /** The project's BCP 47 tag, which determines the order of day and month and the decimal separator. */
  locale?: string | undefined;
  /** The currency that a bare sign such as `$` means in this project. */
  currency?: string | undefined;
};

/** Rounds away the noise of binary fractions and unit conversion: 0.1 m + 0.2 m and 30 cm are the same length. */
export function plainNumber(value: number): string {
  return String(Number(value.toPrecision(12)));
}
