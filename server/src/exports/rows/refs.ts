import { uuidv7 } from "#platform";
import type { Ref, RowIndex } from "./row-index.ts";

/**
 * References between rows of an export: `{{contributions/12/1a2b3c4d}}` is the thirteenth row of that table in the order
 * of ids, and its id ends in 1a2b3c4d. Ids differ between installations. References do not, because an import creates ids
 * with the same order and the same ends. (The end of an id is part of some paths.)
 */
export type Refs = {
  add(table: string, ids: readonly string[]): void;
  /** Replaces every known id in a value. */
  replace(value: unknown): unknown;
  get(id: string): string | undefined;
};

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const ref = /\{\{([a-z_]+)\/(\d{1,7})\/([0-9a-f]{8})\}\}/g;

export function createRefs(): Refs {
  const known = new Map<string, string>();
  return {
    add(table, ids) {
      for (const [n, id] of ids.entries()) known.set(id, `{{${table}/${n}/${id.slice(-8)}}}`);
    },
    replace: (value) => mapTexts(value, (text) => text.replace(uuid, (id) => known.get(id) ?? id)),
    get: (id) => known.get(id),
  };
}

export const hasId = (text: string): boolean => text.search(uuid) >= 0;

export type NewIds = {
  /** Replaces every reference with an id, or returns the first reference to a missing row. */
  resolve(value: unknown): { ok: true; value: unknown } | { ok: false; unknown: string };
  toId(ref: Ref): string;
};

/** New ids for the rows of one import. They keep the order and the endings of the old ids. */
export function createNewIds(tables: readonly string[], index: RowIndex): NewIds {
  const base = Date.now();
  const salt = Number.parseInt(uuidv7().slice(-4), 16);
  const toId = ({ table, n, end }: Ref) => idAt({ ms: base + tables.indexOf(table), n, salt, end });
  return {
    toId,
    resolve(value) {
      let unknown: string | undefined;
      const resolved = mapTexts(value, (text) =>
        text.replace(ref, (whole, table: string, digits: string, end: string) => {
          const n = Number(digits);
          if (index.find({ table, n, end })) return toId({ table, n, end });
          unknown ??= whole;
          return whole;
        }),
      );
      return unknown === undefined ? { ok: true, value: resolved } : { ok: false, unknown };
    },
  };
}

/**
 * Creates a UUID of version 7. Of the 42 bits between its time and its end, 26 contain the row's number and 16 a salt, which
 * distinguishes imports in the same millisecond. Rows cannot be mixed up, because the primary key refuses equal ids.
 */
function idAt({ ms, n, salt, end }: { ms: number; n: number; salt: number; end: string }): string {
  const bits = (BigInt(n) << 16n) | BigInt(salt);
  const high = (bits >> 30n) & 0xfffn;
  const low = bits & 0x3fffffffn;
  const hex = (value: bigint, digits: number): string => value.toString(16).padStart(digits, "0");
  const time = hex(BigInt(ms), 12);
  const middle = hex(0x80000000n | low, 8);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(high, 3)}-${middle.slice(0, 4)}-${middle.slice(4)}${end}`;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [change(key), mapTexts(one, change)]));
  }
  return value;
}
