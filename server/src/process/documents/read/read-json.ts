import { type BodyBlock, codeContent } from "./tables/body-blocks.ts";
import { plainHyphens } from "./words.ts";

/** A JSON object whose values were converted to text for Markdown. */
export type JsonRow = ReadonlyMap<string, string>;

/** JSON where Markdown was requested: rows (objects), or a plain list. */
export type JsonPart = { start: number; end: number; rows: JsonRow[]; items: string[] };

const mostJson = 2_000_000;

/** Finds the JSON in a body: the whole body if it is valid JSON, otherwise each code block or paragraph that is valid JSON. */
export function findJson(body: string, blocks: readonly BodyBlock[]): JsonPart[] {
  const whole = /^\s*[[{]/.test(body) ? toPart(body, { start: 0, end: body.trimEnd().length }) : null;
  if (whole) return [whole];
  return blocks.flatMap((block) => {
    if (block.type !== "code" && !(block.type === "paragraph" && /^\s*[[{]/.test(block.raw))) return [];
    return toPart(block.type === "code" ? codeContent(block.raw) : block.raw, block) ?? [];
  });
}

function toPart(text: string, { start, end }: { start: number; end: number }): JsonPart | null {
  if (text.length > mostJson || !/^\s*[[{]/.test(text)) return null;
  const value = parseJson(text.trim());
  if (value === undefined) return null;
  const { rows, items } = rowsIn(value, 0);
  return rows.length + items.length === 0 ? null : { start, end, rows, items };
}

/** Returns undefined for text that is not JSON, and for JSON that repeats a key, because the first value would be lost. */
export function parseJson(written: string): unknown {
  const text = plainHyphens(written);
  for (const one of [text, text.replace(/,(?=\s{0,100}[}\]])/g, "")]) {
    try {
      const value: unknown = JSON.parse(one);
      return stringsWritten(one) === stringsIn(value) ? value : undefined;
    } catch {
      // Not valid JSON: try again without commas before a closing bracket.
    }
  }
  return undefined;
}

const stringsWritten = (json: string): number => json.match(/"[^"\\]*(?:\\.[^"\\]*)*"/g)?.length ?? 0;

/** The number of keys and strings in a value, at any depth. */
function stringsIn(value: unknown): number {
  let count = 0;
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === "string") count += 1;
    else if (Array.isArray(one)) for (const inside of one) left.push(inside);
    else if (isObject(one)) {
      for (const inside of Object.values(one)) {
        left.push(inside);
        count += 1;
      }
    }
  }
  return count;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function rowsIn(value: unknown, depth: number): { rows: JsonRow[]; items: string[] } {
  if (depth > 3) return { rows: [], items: [] };
  if (Array.isArray(value)) {
    const rows = value.filter(isObject).map(toRow);
    const lists = value.filter((one) => Array.isArray(one)).map((one) => toRow({ ...one }));
    return { rows: [...rows, ...lists], items: value.flatMap((one) => (typeof one === "string" ? [one] : [])) };
  }
  if (!isObject(value)) return { rows: [], items: [] };
  const entries = Object.entries(value);
  const inside = entries.filter(([, one]) => typeof one === "object" && one !== null);
  // The only key of `{"scorecard": [...]}` names the table; the keys of `{"cost": {"score": 5}}` are the first column.
  if (inside.length === 1 && entries.length === 1) return rowsIn(inside[0]?.[1], depth + 1);
  if (inside.length === entries.length && entries.length > 0 && inside.every(([, one]) => isObject(one))) {
    return { rows: inside.map(([key, one]) => new Map([["", key], ...(isObject(one) ? toRow(one) : [])])), items: [] };
  }
  return { rows: [toRow(value)], items: [] };
}

const toRow = (value: Record<string, unknown>): JsonRow =>
  new Map(Object.entries(value).map(([key, one]) => [key, jsonText(one)]));

/** A value as text: a list joined by commas, anything deeper as JSON. */
export function jsonText(value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (Array.isArray(value))
    return value.map((one) => (typeof one === "object" ? JSON.stringify(one) : String(one))).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
