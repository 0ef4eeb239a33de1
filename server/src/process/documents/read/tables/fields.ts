import { bare, squash } from "../words.ts";
import { fieldNames } from "./field-names.ts";

/**
 * A field such as `- **Depends on:** M1`, split into name and value. `indent` counts the white-space characters before it.
 */
export type Field = { name: string; value: string; indent: number };

const field =
  /^([ \t]*)(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+)?(?:\*\*|__|\*|_)?([\p{L}][\p{L}\p{M}\p{N} ,'’/()-]{0,50}?)(?:\*\*|__|\*|_)?[ \t]{0,3}(?:[:：](?:\*\*|__|\*|_)?|(?:\*\*|__)[ \t]+[–—-](?=[ \t]))[ \t]*(.*)$/u;

/** Parses a line with a name and a value. The caller decides which names are fields. */
export function readField(line: string): Field | null {
  if (line.length > 4_000) return null;
  const [, indent, name, value] = field.exec(line) ?? [];
  if (indent === undefined || name === undefined || value === undefined) return null;
  return { name: squash(name), value: value.trim(), indent: indent.length };
}

/** A label on its own line, without a colon: `**Steps**`, `#### Steps`. */
export const labelLine = (line: string): string => squash(bare(line.replace(/^[ \t]*(?:#{1,6}|[-*+])[ \t]+/, "")));

/**
 * The values of the fields in a text, by the key that `keyOf` gives to a field's name. List items and indented lines
 * below a field are added to its value. If a field occurs twice, its values are joined. Several fields may share a
 * line.
 */
export function readFields(text: string, keyOf: (name: string) => string | null): Map<string, string> {
  const values = new Map<string, string>();
  let open: { key: string; indent: number } | null = null;
  for (const line of text.split("\n")) {
    const found = readField(line);
    const key = found ? keyOf(found.name) : isLabel(line) ? keyOf(labelLine(line)) : null;
    const indent = found?.indent ?? 0;
    const others = splitFields(found && key !== null ? found.value : line, keyOf);
    if (key !== null) {
      open = { key, indent };
      add(values, key, found ? others.before : "");
    } else if (others.fields.length > 0) open = null;
    else if (open && line.trim() !== "") {
      const depth = line.length - line.trimStart().length;
      const isItem = /^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]/.test(line);
      // Another field or a heading ends the value.
      if ((found && depth <= open.indent) || /^#{1,6}[ \t]/.test(line)) open = null;
      else if (isItem || depth > open.indent || values.get(open.key) === "") add(values, open.key, line.trim());
    }
    for (const other of others.fields) add(values, other.key, other.value);
  }
  return values;
}

const inner =
  /(?:[ \t]{0,4}[·•|;,—–][ \t]{0,4}|[ \t]{1,4}-[ \t]{1,4}|[ \t]{1,4}(?=\*\*|__))(?:\*\*|__|\*|_)?([\p{L}][\p{L}\p{M} '’/()-]{0,40}?)(?:\*\*|__|\*|_)?[ \t]{0,3}[:：](?:\*\*|__|\*|_)?[ \t]*/gu;
const bold = /^[ \t]*(?:[-*+•][ \t]+)?(?:\*\*|__)([^*_:：\n]{2,50})(?:\*\*|__)[ \t]+(?=\S)/u;

/** A label in bold at the start of a line needs no colon: `- **Depends on** M1`. */
export function boldField(line: string): Field | null {
  const [whole, name = ""] = bold.exec(line) ?? [];
  if (whole === undefined) return null;
  return { name: squash(name), value: line.slice(whole.length).trim(), indent: line.length - line.trimStart().length };
}

/**
 * Splits off further fields on the same line: `M1 · **Estimate:** 2 days`, `M1 — estimate: 2 days`. A label in bold at the
 * start of a line needs no colon: `**Depends on** M1`.
 */
function splitFields(
  text: string,
  keyOf: (name: string) => string | null,
): { before: string; fields: { key: string; value: string }[] } {
  if (text.length > 4_000) return { before: text, fields: [] };
  const start = bold.exec(text);
  const startKey = start && keyOf(squash(start[1] ?? ""));
  const marks = [
    ...(start && startKey ? [{ key: startKey, at: 0, from: start[0].length }] : []),
    ...[...text.matchAll(inner)].flatMap(({ 0: whole, 1: name = "", index }) => {
      const key = keyOf(squash(name));
      return key === null ? [] : [{ key, at: index, from: index + whole.length }];
    }),
  ];
  return {
    before: text.slice(0, marks[0]?.at).trim(),
    fields: marks.map(({ key, from }, index) => ({ key, value: text.slice(from, marks[index + 1]?.at).trim() })),
  };
}

/** Splits a title from the fields after it: `Permit — depends on: none`. Null if there are no fields. */
export function titleAndFields(line: string): { title: string; fields: string } | null {
  const first = [...line.slice(0, 4_000).matchAll(inner)].find(({ 1: name = "" }) => planField(squash(name)) !== null);
  if (!first || first.index === 0) return null;
  return { title: line.slice(0, first.index), fields: line.slice(first.index).replace(/^[\s·•|;,—–-]+/u, "") };
}

const isLabel = (line: string): boolean => /^[ \t]*(?:#{2,6}[ \t]|[-*+]?[ \t]*\*\*)/.test(line) && line.length < 80;

function add(values: Map<string, string>, key: string, value: string): void {
  const before = values.get(key);
  values.set(key, before ? `${before}\n${value}` : value);
}

const keys = new Map(
  Object.entries(fieldNames).flatMap(([key, all]) => all.map((name) => [squash(name), key] as const)),
);

/**
 * The key of the field with this name in a plan; `other` if the field is kept but not parsed. Null for any other name.
 */
export const planField = (name: string): string | null => keys.get(name) ?? null;

/** Like `planField`, but accepts similar names, too: `Predecessors`, `Requirements addressed`, `Depends on (milestones)`. */
export function planFieldLoosely(name: string): string | null {
  const exact = planField(name);
  if (exact !== null) return exact;
  if (
    /^(?:hard|key|external|direct)?(?:dependson|dependenc|dependentupon|dependenton|dependsupon|predecessor|prerequisite|upstream)/.test(
      name,
    )
  )
    return "dependsOn";
  return /requirement|^(?:satisfies|addresses|implements|fulfil|tracesto|reqids)/.test(name) &&
    !/^(?:non|no)|functionalreq|not|except|without|outofscope|remaining/.test(name)
    ? "requirements"
    : null;
}
