import { z } from "zod";
import { findCodeBlock } from "#platform";

/** One operation as the ledger understands it. Everything but the key, the value and the quote is advice. */
export type Operation = {
  op: "ADD" | "UPDATE" | "CONFLICT" | "NOTE";
  scope: "project" | "item";
  itemId?: string | undefined;
  key: string;
  value: unknown;
  quote: string;
  start?: number | undefined;
  end?: number | undefined;
  section?: string | undefined;
  confidence: number;
  needsReview: boolean;
  reason: string;
};

export type ReadOperation =
  | { ok: true; operation: Operation; raw: unknown }
  | { ok: false; fault: OperationFault; raw: unknown };
export type OperationFault =
  | "not-an-object"
  | "no-key"
  | "no-quote"
  | "no-value"
  | "nested-too-deeply"
  | "too-many-operations";
export type ReadOutput = { ok: true; operations: ReadOperation[] } | { ok: false; fault: "no-operations" };

/** More than any turn states; operations beyond it are refused one by one, so that the rest is kept. */
export const maxOperations = 500;

/** A range in a list in an operation needs four levels. A value that is nested a thousand levels deep would overflow the stack. */
const maxDepth = 10;

const names = z.enum(["ADD", "UPDATE", "CONFLICT", "NOTE"]);
const text = z.string();

/**
 * Reads what an extractor answered: an array or an object that holds one, as data or as text, also inside a code fence or
 * between sentences. Each operation is judged by itself: one that cannot be read never costs the others.
 */
export function readOperations(output: unknown): ReadOutput {
  const list = findList(typeof output === "string" ? parseLoosely(output) : output);
  if (!list) return { ok: false, fault: "no-operations" };
  return {
    ok: true,
    operations: list.flatMap((raw, index) =>
      index < maxOperations ? readOne(raw) : [refuse("too-many-operations", isNestedWithin(raw, maxDepth) ? raw : "…")],
    ),
  };
}

/** The first JSON value of a text that can be parsed: the whole, a code fence, or from the first bracket to the last. */
function parseLoosely(answer: string): unknown {
  const fence = findCodeBlock(answer);
  const bracketed = ["[]", "{}"].flatMap(([open = "", close = ""]) => {
    const [from, to] = [answer.indexOf(open), answer.lastIndexOf(close)];
    return from >= 0 && to > from ? [{ from, json: answer.slice(from, to + 1) }] : [];
  });
  const candidates = [
    answer,
    ...(fence ? [fence] : []),
    ...bracketed.sort((a, b) => a.from - b.from).map(({ json }) => json),
  ];
  for (const candidate of candidates) {
    try {
      return JSON.parse(candidate);
    } catch {
      // Not this one.
    }
  }
  return undefined;
}

/** The list of an answer, also inside the wrappers that models put around it: `{"result": {"operations": […]}}`. */
export function findList(value: unknown, wrappers = 3): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return undefined;
  const lists = Object.values(value).filter(Array.isArray);
  if (lists.length > 0) return lists.sort((a, b) => b.length - a.length)[0];
  if ("key" in value) return [value];
  if (wrappers === 0) return undefined;
  for (const inner of Object.values(value)) {
    const found = findList(inner, wrappers - 1);
    if (found) return found;
  }
  return undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isNestedWithin(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((one) => isNestedWithin(one, depth - 1));
}

function refuse(fault: OperationFault, raw: unknown): ReadOperation {
  return { ok: false, fault, raw };
}

/** An operation that names several keys at once (`{"facts": {...}}`-style) is not guessed at; one with several items is split. */
function readOne(raw: unknown): ReadOperation[] {
  if (!isNestedWithin(raw, maxDepth)) return [refuse("nested-too-deeply", "…")];
  if (!isRecord(raw)) return [refuse("not-an-object", raw)];
  const evidence = isRecord(raw["evidence"]) ? raw["evidence"] : raw;
  const key = text.safeParse(raw["key"] ?? raw["factKey"] ?? raw["fact_key"]);
  if (!key.success || key.data.trim() === "") return [refuse("no-key", raw)];
  const quote = text.safeParse(evidence["quote"] ?? raw["quote"]);
  if (!quote.success) return [refuse("no-quote", raw)];
  if (raw["value"] === undefined || raw["value"] === null) return [refuse("no-value", raw)];
  const items = itemsOf(raw);
  const operation = {
    op: names.catch("ADD").parse(String(raw["op"] ?? raw["operation"] ?? "ADD").toUpperCase()),
    key: key.data.trim(),
    value: raw["value"],
    quote: quote.data,
    start: offset(evidence["startChar"] ?? evidence["start"]),
    end: offset(evidence["endChar"] ?? evidence["end"]),
    section: text
      .optional()
      .catch(undefined)
      .parse(evidence["section"] ?? evidence["sourceSection"]),
    confidence: confidenceOf(raw["confidence"]),
    needsReview: raw["needsReview"] === true || raw["needs_review"] === true,
    reason: text.catch("").parse(raw["reason"]),
  };
  if (items.length === 0) return [{ ok: true, raw, operation: { ...operation, scope: "project" } }];
  return items.map((itemId) => ({ ok: true, raw, operation: { ...operation, scope: "item", itemId } }));
}

function itemsOf(raw: Record<string, unknown>): string[] {
  const scope = isRecord(raw["scope"]) ? raw["scope"] : raw;
  const given = [scope["itemIds"], scope["itemId"], scope["item_id"]].flat();
  return [...new Set(given.filter((one): one is string => typeof one === "string" && one !== ""))];
}

function offset(value: unknown): number | undefined {
  const number = typeof value === "string" ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= 0 ? number : undefined;
}

/** A share between 0 and 1; percentages and words are understood; without one the operation counts as uncertain. */
function confidenceOf(value: unknown): number {
  const words: Record<string, number> = { high: 0.9, medium: 0.6, low: 0.3 };
  const number = typeof value === "string" ? (words[value.toLowerCase()] ?? Number(value.replace("%", ""))) : value;
  if (typeof number !== "number" || !Number.isFinite(number) || number < 0) return 0.5;
  return number <= 1 ? number : number <= 100 ? number / 100 : 0.5;
}
