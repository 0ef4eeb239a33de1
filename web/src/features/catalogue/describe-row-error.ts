import type { PriceRowError, PriceRowFault } from "@dialectic/contract";

const reasons: Record<PriceRowFault, string> = {
  "wrong-columns": "does not have the same number of columns as the first line",
  "missing-value": "has no value",
  "unknown-item": "is not in the catalogue",
  "ambiguous-item": "is the name of several entries",
  "unreadable-price": "is not a price",
  "ambiguous-price": "is ambiguous; write it without separators",
  "unreadable-quantity": "is not a quantity",
  "unreadable-currency": "is not a currency",
  "unreadable-date": "is not a day such as 2026-11-18",
  "unknown-source": "is not purchase, quote or list",
  "too-long": "is too long",
  "reference-conflict": "was recorded before with another price",
};

/** Explains why a row of a file was not recorded: names the column, the value and the problem. */
export function describeRowError({
  reason,
  column,
  value,
}: Pick<PriceRowError, "reason" | "column" | "value">): string {
  const subject = value === "" ? (column ?? "The row") : `${column ? `${column} ` : ""}“${value}”`;
  return `${subject.charAt(0).toUpperCase()}${subject.slice(1)} ${reasons[reason]}.`;
}
