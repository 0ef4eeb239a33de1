import type { FactValue } from "@dialectic/contract";

const amounts = new Intl.NumberFormat("en-US", { maximumFractionDigits: 6 });

/** A value as people and models read it: "80,000 ILS", "6 m", "yes", "4 to 6 m". */
export function formatValue(value: FactValue): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return amounts.format(value);
  if (typeof value === "string") return value.replace(/\s+/g, " ").trim();
  if ("unit" in value && "value" in value) return `${amounts.format(value.value)} ${value.unit}`;
  if ("amount" in value) return `${amounts.format(value.amount)} ${value.currency}`;
  const unit = value.unit ?? value.currency;
  return `${amounts.format(value.min)} to ${amounts.format(value.max)}${unit ? ` ${unit}` : ""}`;
}
