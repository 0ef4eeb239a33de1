import { z } from "zod";
import { findCodeBlock } from "#platform";

/** One operation of an extractor. Its offsets and section are only hints for finding its quote. */
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
  | "not-json"
  | "cut-off"
  | "too-many-operations";
export type ReadOutput = { ok: true; operations: ReadOperation[] } | { ok: false; fault: "no-operations" };

/**
 * More operations than any turn states. Operations beyond the limit are refused one by one, and the others are kept.
 */
export const maxOperations = 500;

/**
 * The deepest nesting of a value that is read. A range in a list in an operation needs four levels; a value nested a
 * thousand levels deep would overflow the stack.
 */
const maxDepth = 10;

const names = z.enum(["ADD", "UPDATE", "CONFLICT", "NOTE"]);
const text = z.string();

/**
 * Reads an extractor's answer: an array, or an object that contains one, as data or as text. The text may be in a code
 * fence, between sentences, or cut off. Each operation is read separately, so that an unreadable one does not affect
 * the others.
 */
export function readOperations(output: unknown): ReadOutput {
  const list = typeof output === "string" ? readText(output) : findList(output)?.map((value): Piece => ({ value }));
  if (!list) return { ok: false, fault: "no-operations" };
  return {
    ok: true,
    operations: list.flatMap((piece, index) => {
      if ("fault" in piece) return [refuse(piece.fault, piece.text)];
      const { value } = piece;
      if (index < maxOperations) return readOne(value);
      return [refuse("too-many-operations", isNestedWithin(value, maxDepth) ? value : "…")];
    }),
  };
}

/** One element of the list in an answer: a value, or a fault with the text that is not JSON. */
type Piece = { value: unknown } | { fault: "not-json" | "cut-off"; text: string };

/**
 * Reads operations from the whole text, a code fence, or the text between the first and the last bracket. If only a
 * part of the text is JSON, also reads the operations one by one, and returns the longer list.
 */
function readText(answer: string): Piece[] | undefined {
  const fence = findCodeBlock(answer);
  for (const candidate of [answer, ...(fence ? [fence] : [])]) {
    const parsed = parseJson(candidate);
    if (parsed) return findList(parsed.value)?.map((value) => ({ value }));
  }
  const bracketed = ["[]", "{}"].flatMap(([open = "", close = ""]) => {
    const [from, to] = [answer.indexOf(open), answer.lastIndexOf(close)];
    const parsed = from >= 0 && to > from ? parseJson(answer.slice(from, to + 1)) : undefined;
    const list = parsed && findList(parsed.value);
    return list?.some(isRecord) ? [{ from, list: list.map((value): Piece => ({ value })) }] : [];
  });
  const found = bracketed.sort((a, b) => a.from - b.from)[0]?.list;
  const pieces = readPieces(answer);
  return found && found.length >= (pieces?.length ?? 0) ? found : pieces;
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/**
 * The start of an object in a list or on its own line. An object after a colon is the value of a property and does not
 * match.
 */
const objectStart = /(?:^|[[,}\n])[^\S\n]*(?=\{\s*")/g;
/**
 * The maximum length of an operation. Together with the limit on broken operations, it keeps the search for the ends of
 * operations linear.
 */
const longestOperation = 20_000;

/** Reads the operations of a text that is not valid JSON because it was cut off or has a malformed operation. */
function readPieces(text: string): Piece[] | undefined {
  const pieces: Piece[] = [];
  let [start, end, broken] = [nextStart(text, 0), 0, 0];
  let isListOpen = false;
  while (start !== undefined && broken <= maxOperations) {
    const close = endOfObject(text, start);
    const parsed = close === undefined ? undefined : parseJson(text.slice(start, close));
    if (parsed && close !== undefined) {
      isListOpen ||= pieces.length === 0 && text.slice(0, start).includes("[");
      pieces.push(parsed);
      end = close;
      start = nextStart(text, close - 1);
      continue;
    }
    const next = nextStart(text, start + 1);
    end = next ?? text.length;
    const piece = text.slice(start, Math.min(end, start + longestOperation)).trim();
    const isWrapper = piece.endsWith("[");
    if (!isWrapper) pieces.push({ fault: next === undefined ? "cut-off" : "not-json", text: piece });
    broken += 1;
    start = next;
  }
  if (!pieces.some((piece) => "value" in piece)) return undefined;
  const rest = text.slice(end);
  const isCut =
    isListOpen && !rest.includes("]") && !pieces.some((piece) => "fault" in piece && piece.fault === "cut-off");
  return isCut ? [...pieces, { fault: "cut-off", text: rest.slice(0, longestOperation).trim() || "…" }] : pieces;
}

function nextStart(text: string, from: number): number | undefined {
  objectStart.lastIndex = from;
  return objectStart.exec(text) ? objectStart.lastIndex : undefined;
}

/** The position after the object that begins at `start`. Brackets inside strings are ignored. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let isString = false;
  for (let at = start; at < Math.min(text.length, start + longestOperation); at += 1) {
    const character = text[at];
    if (isString) {
      if (character === "\\") at += 1;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

/** The list in an answer, even inside wrappers that models add: `{"result": {"operations": […]}}`. */
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

/**
 * Reads one element of the list. An element that does not name exactly one key, such as `{"facts": {...}}` with several
 * keys, is refused. An operation for several items is split.
 */
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

/** The confidence between 0 and 1. Accepts percentages and words; an operation without a confidence is uncertain. */
function confidenceOf(value: unknown): number {
  const words: Record<string, number> = { high: 0.9, medium: 0.6, low: 0.3 };
  const number = typeof value === "string" ? (words[value.toLowerCase()] ?? Number(value.replace("%", ""))) : value;
  if (typeof number !== "number" || !Number.isFinite(number) || number < 0) return 0.5;
  return number <= 1 ? number : number <= 100 ? number / 100 : 0.5;
}
