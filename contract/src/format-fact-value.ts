import type { FactValue } from "./facts.ts";

/** Formats a value for people and models: "80,000 ILS", "6 m", "yes", "4 to 6 m". */
export function formatFactValue(value: FactValue): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return amount(value);
  if (typeof value === "string") return value.replace(/\s+/g, " ").trim();
  if ("unit" in value && "value" in value) return `${amount(value.value)} ${value.unit}`;
  if ("amount" in value) return `${amount(value.amount)} ${value.currency}`;
  const unit = value.unit ?? value.currency;
  return `${amount(value.min)} to ${amount(value.max)}${unit ? ` ${unit}` : ""}`;
}

// Created only on first use, because the web app's first page does not need it.
let amounts: Intl.NumberFormat | undefined;

function amount(value: number): string {
  amounts ??= new Intl.NumberFormat("en-US", { maximumFractionDigits: 6 });
  return amounts.format(value);
}
