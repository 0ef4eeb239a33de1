import { AppError } from "#platform";

/** The largest amount an account can hold: 2^63 - 1 units, about nine trillion dollars. */
export const largestAmount = 2n ** 63n - 1n;

const unitsPerDollar = 1_000_000n;

/** Throws unless the amount is positive and fits into an account. */
export function assertAmount(amount: bigint, what: string): void {
  if (typeof amount !== "bigint") {
    throw new AppError("invalid_input", `${what} must be a whole number of millionths of a dollar, not ${amount}.`);
  }
  if (amount <= 0n) throw new AppError("invalid_input", `${what} must be greater than zero, not ${amount}.`);
  if (amount > largestAmount)
    throw new AppError("invalid_input", `${what} is too large: an account holds at most ${largestAmount}.`);
}

/** `1234567n` → `1.234567`, with all digits. */
export function toDollars(units: bigint): string {
  const size = units < 0n ? -units : units;
  const rest = (size % unitsPerDollar).toString().padStart(6, "0");
  return `${units < 0n ? "-" : ""}${size / unitsPerDollar}.${rest}`;
}
