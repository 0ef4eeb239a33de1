import { type PriceRowError, type PriceRowFault, PriceSource } from "@dialectic/contract";
import { AppError } from "#platform";
import { type CsvRow, readCsv } from "./read-csv.ts";

/** A row of a price list. Its item is still a name, not an entry of the catalogue. */
export type PriceRow = {
  line: number;
  item: string;
  vendor: string;
  price: number;
  currency: string;
  unit: string;
  quantity: number | null;
  observedOn: string;
  source: PriceSource;
  /** Null if the row has no reference. The row is then identified by its content. */
  reference: string | null;
};

const columns = {
  item: ["item", "name", "article", "material", "product"],
  vendor: ["vendor", "supplier", "seller"],
  price: ["price", "unit price", "unitprice"],
  currency: ["currency"],
  unit: ["unit"],
  quantity: ["quantity", "qty"],
  date: ["date", "observed on", "day"],
  source: ["source", "kind"],
  reference: ["reference", "ref", "invoice", "document"],
} as const;
type Column = keyof typeof columns;
const required: readonly Column[] = ["item", "vendor", "price", "currency", "date"];
const mostRows = 100_000;

class RowFault extends Error {
  readonly fault: Pick<PriceRowError, "reason" | "value"> & { column: Column };
  constructor(reason: PriceRowFault, column: Column, value: string) {
    super(reason);
    this.fault = { reason, column, value };
  }
}

/**
 * Reads a CSV file. Invalid rows are reported one by one; a file without recognisable columns is refused as a whole.
 */
export function readPriceRows(csv: string): { rows: PriceRow[]; errors: PriceRowError[] } {
  const [header, ...rest] = readCsv(csv);
  const places = placesOf(header?.cells ?? []);
  const missing = required.filter((name) => !places.has(name));
  if (missing.length > 0) {
    throw new AppError(
      "invalid_input",
      `The first line lacks these columns: ${missing.join(", ")}. It needs ${required.join(", ")}.`,
      {
        details: { missing },
      },
    );
  }
  if (rest.length > mostRows) {
    throw new AppError("invalid_input", `The file has ${rest.length} rows; at most ${mostRows} are read at once.`);
  }
  const rows: PriceRow[] = [];
  const errors: PriceRowError[] = [];
  for (const row of rest) {
    try {
      if (row.cells.length > (header?.cells.length ?? 0))
        throw new RowFault("wrong-columns", "item", row.cells.join(" | "));
      rows.push(readRow(row, (name) => row.cells[places.get(name) ?? -1] ?? ""));
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      const { reason, column, value } = error.fault;
      errors.push({ line: row.line, reason, column, value: value.slice(0, 200), candidates: [] });
    }
  }
  return { rows, errors };
}

function placesOf(header: readonly string[]): Map<Column, number> {
  const names = header.map((cell) => cell.toLowerCase().replace(/[_\s]+/g, " "));
  const found = Object.entries(columns).flatMap(([column, known]): [Column, number][] => {
    const place = names.findIndex((name) => (known as readonly string[]).includes(name));
    return place < 0 ? [] : [[column as Column, place]];
  });
  return new Map(found);
}

function readRow({ line }: CsvRow, cell: (name: Column) => string): PriceRow {
  for (const name of required) if (cell(name) === "") throw new RowFault("missing-value", name, "");
  const text = (name: Column, most: number): string => {
    const value = cell(name).normalize("NFC").replace(/\s+/g, " ");
    if (value.length > most || /\p{Cc}/u.test(value)) throw new RowFault("too-long", name, value);
    return value;
  };
  const source = PriceSource.safeParse(cell("source").toLowerCase() || "list");
  if (!source.success) throw new RowFault("unknown-source", "source", cell("source"));
  const currency = cell("currency").toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) throw new RowFault("unreadable-currency", "currency", cell("currency"));
  const quantity = cell("quantity") === "" ? null : readNumber("quantity", cell("quantity"));
  if (quantity === 0) throw new RowFault("unreadable-quantity", "quantity", cell("quantity"));
  return {
    line,
    item: text("item", 200),
    vendor: text("vendor", 200),
    price: readNumber("price", cell("price")),
    currency,
    unit: text("unit", 40) || "piece",
    quantity,
    observedOn: readDay(cell("date")),
    source: source.data,
    reference: text("reference", 200) || null,
  };
}

/**
 * Reads 1234.5, 1,234.50 and 1.234,50. Refuses "1,234", which means about a thousand in some countries and about one in
 * others.
 */
function readNumber(column: "price" | "quantity", written: string): number {
  const digits = written.replace(/[\s'’\u00a0\u202f]/g, "");
  const unreadable = () =>
    new RowFault(column === "price" ? "unreadable-price" : "unreadable-quantity", column, written);
  if (!/^\d[\d.,]*$/.test(digits)) throw unreadable();
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(digits)) throw new RowFault("ambiguous-price", column, written);
  const decimal = digits.lastIndexOf(",") > digits.lastIndexOf(".") ? "," : ".";
  const [whole = "", fraction, ...rest] = digits.split(decimal);
  const other = decimal === "," ? "." : ",";
  const isGrouped = !whole.includes(other) || /^\d{1,3}(?:[.,]\d{3})+$/.test(whole);
  if (rest.length > 0 || fraction?.includes(other) || !isGrouped) throw unreadable();
  const value = Number(`${whole.replaceAll(other, "")}.${fraction ?? "0"}`);
  if (!Number.isFinite(value) || value > 1e12) throw unreadable();
  return value;
}

/** Reads 2026-11-18 and 18.11.2026. Refuses dates with slashes, whose meaning depends on the country. */
function readDay(written: string): string {
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(written) ?? [];
  const iso = year ? `${year}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}` : written;
  const date = new Date(`${iso}T00:00:00Z`);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(iso) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso);
  if (!isDay) throw new RowFault("unreadable-date", "date", written);
  return iso;
}
