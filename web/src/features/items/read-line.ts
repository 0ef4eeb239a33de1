type NewLine = { name: string; quantity?: number; unit?: string; unitPrice?: number; currency?: string };

/**
 * Reads "Clip tiles; 132 m²; 34 ILS": the name, then the quantity and unit, then the price per unit. If any part has
 * another form, the whole text is the name.
 */
export function readLine(text: string): NewLine {
  const [first = "", ...rest] = text.split(";").map((part) => part.trim());
  const line: NewLine = { name: first };
  for (const part of rest) {
    const price = /^([\d.,]+)\s*([A-Z]{3})$/.exec(part);
    const quantity = /^([\d.,]+)\s*(.{0,40})$/.exec(part);
    const amount = readAmount((price ?? quantity)?.[1] ?? "");
    if (amount === undefined) return { name: text };
    if (price?.[2] && line.unitPrice === undefined && (line.quantity !== undefined || rest.length === 1)) {
      line.unitPrice = amount;
      line.currency = price[2];
    } else if (line.quantity === undefined) {
      line.quantity = amount;
      if (quantity?.[2]) line.unit = quantity[2];
    } else return { name: text };
  }
  return line;
}

/** Reads an amount with thousands separators, such as 1,234.5. */
function readAmount(text: string): number | undefined {
  const value = Number(text.replaceAll(/,(?=\d{3}(?:\D|$))/g, ""));
  return text !== "" && Number.isFinite(value) ? value : undefined;
}
