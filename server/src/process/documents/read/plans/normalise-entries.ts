import { applyEdits, blockEdit, type Edit } from "../edits.ts";
import { findJson, jsonText, parseJson } from "../read-json.ts";
import { type BodyBlock, bodyBlocks, dedent, itemsOf, type ListItem } from "../tables/body-blocks.ts";
import { planField, planFieldLoosely, titleAndFields } from "../tables/fields.ts";
import { findTables } from "../tables/read-table.ts";
import { bare, squash } from "../words.ts";
import type { EntryId, EntryKind } from "./entry-ids.ts";

/**
 * Gives each entry of a body its own heading, such as `### R-1 Title`. Entries may be written as deeper headings, bold
 * lines, list items, table rows or JSON. `group` is the kind of entry that contains others, such as milestones in a work
 * plan.
 */
export function normaliseEntries(written: string, kind: EntryKind, group?: EntryKind): string {
  const body = withFieldLists(written, kind);
  const blocks = bodyBlocks(body);
  const headed = headedEdits(blocks, kind, group);
  if (headed.ids.size > 0) {
    const rest = [...tableEdits(blocks, kind, headed.ids), ...newItems(body, blocks, kind, headed.ids)];
    const others = rest.map((edit) => blockEdit(body, edit));
    return applyEdits(body, [...headed.edits, ...others]);
  }
  const json = findJson(body, blocks).flatMap((part) => jsonEdit(body, part, kind));
  const tables = json.length > 0 ? [] : tableEdits(blocks, kind);
  const lists = json.length + tables.length > 0 ? [] : listEdits(body, blocks, kind, group);
  const others = [...json, ...tables, ...lists];
  const edits = others.length > 0 ? others : lineEdits(blocks, kind);
  const made = applyEdits(
    body,
    [...edits, ...headed.edits].map((edit) => blockEdit(body, edit)),
  );
  const numbered = edits.length === 0 ? byNumbers(body, kind, group) : body;
  return numbered === body ? made : numbered;
}

/** A second pass for bodies whose ids have no letter, as in `## 1. Title`. */
function byNumbers(body: string, kind: EntryKind, group?: EntryKind): string {
  const { readNumber } = kind;
  if (!readNumber) return body;
  const headed = headedEdits(bodyBlocks(body), { ...kind, read: readNumber, readNumber: undefined }, group);
  return headed.ids.size > 0 ? applyEdits(body, headed.edits) : numberedList(body, kind);
}

/** Edits for entries that are already headings or bold lines: only their level and the format of their id change. */
function headedEdits(
  blocks: readonly BodyBlock[],
  kind: EntryKind,
  group?: EntryKind,
): { edits: Edit[]; ids: Set<string> } {
  const edits: Edit[] = [];
  const ids = new Set<string>();
  let shift = 0;
  for (const block of blocks) {
    if (block.type === "heading") {
      const [entry, above] = [kind.read(block.text), group?.read(block.text) ?? null];
      const depth = entry ? kind.depth : above ? (group?.depth ?? 2) : Math.min(6, Math.max(2, block.depth + shift));
      if (entry || above) shift = depth - block.depth;
      if (entry) ids.add(entry.id);
      const text = `${"#".repeat(depth)} ${canonicalHeading(block.text, entry ?? above)}`;
      if (text !== block.raw.trim()) edits.push({ start: block.start, end: block.end, text });
    } else if (block.type === "html") {
      const found = foldedEntry(block, kind);
      if (!found) continue;
      if (found.id !== null) ids.add(found.id);
      edits.push(found.edit);
    } else if (block.type === "paragraph") {
      const found = boldEntry(block, kind, group);
      if (!found) continue;
      if (found.id !== null) ids.add(found.id);
      edits.push(found.edit);
    }
  }
  return { edits, ids };
}

/** Keeps a heading that starts with the canonical id; otherwise puts that id in front. */
const canonicalHeading = (text: string, entry: EntryId | null): string =>
  entry === null || new RegExp(`^${RegExp.escape(entry.id)}(?: |$)`).test(text)
    ? text.trim()
    : `${entry.id} ${entry.title}`.trim();

/** Rewrites `<details><summary>W1.1 Title</summary>` as a heading, and removes the closing tag. */
function foldedEntry({ raw, start, end }: BodyBlock, kind: EntryKind): { edit: Edit; id: string | null } | null {
  if (/^\s*<\/details>\s*$/i.test(raw)) return { edit: { start, end, text: "" }, id: null };
  const [, summary = ""] = /^\s*<details[^<>]{0,40}>\s*<summary>(.{1,300})<\/summary>\s*$/is.exec(raw) ?? [];
  const entry = kind.read(bare(summary));
  return (
    entry && { edit: { start, end, text: `${"#".repeat(kind.depth)} ${entry.id} ${entry.title}`.trim() }, id: entry.id }
  );
}

/** Rewrites `**W1.1 Title**` or `**W1.1:** Title` as a heading, whether it is a whole paragraph or only its first line. */
function boldEntry(block: BodyBlock, kind: EntryKind, group?: EntryKind): { edit: Edit; id: string | null } | null {
  const [line = "", ...below] = block.raw.split("\n");
  const [, inside, after = ""] = /^ {0,3}(?:\*\*|__)([^*_\n]{1,200})(?:\*\*|__)(.*)$/.exec(line) ?? [];
  if (inside === undefined) return null;
  const entry = kind.read(inside);
  const above = entry ? null : (group?.read(inside) ?? null);
  const found = entry ?? above;
  if (!found) return null;
  const rest = after.replace(/^[\s:.：–—-]+/, "");
  const { title, text } = found.title === "" ? titleBehind(rest, below) : { title: found.title, text: rest };
  const depth = entry ? kind.depth : (group?.depth ?? 2);
  const lines = [...(text === "" ? [] : [text]), ...below].join("\n").trim();
  const heading = `${"#".repeat(depth)} ${found.id} ${title}`.trim();
  const edit = { start: block.start, end: block.end, text: lines === "" ? heading : `${heading}\n\n${lines}` };
  return { edit, id: entry?.id ?? null };
}

/**
 * Splits what follows a bold id into title and text. If nothing is below it, up to 200 characters are a title, unless they
 * end like a sentence.
 */
const titleBehind = (rest: string, below: readonly string[]): { title: string; text: string } =>
  below.length === 0 && rest.length <= longestTitle && !/[.!?。！？]$/.test(rest)
    ? splitTitle(rest, longestTitle)
    : splitTitle(rest);

const longestTitle = 200;

/** A short line is a title as a whole. The title of a longer line ends before its first colon, dash or full stop. */
function splitTitle(text: string, mostWhole = 80): { title: string; text: string } {
  const [line = "", ...others] = text.split("\n");
  const rest = others.join("\n");
  const fields = titleAndFields(line);
  if (fields) return { title: bare(fields.title), text: [fields.fields, rest].join("\n").trim() };
  if (line.length <= mostWhole) return { title: bare(line), text: rest };
  const cut = /[:：]\s|\s[–—-]\s|\.\s/.exec(line.slice(0, 100));
  if (!cut) return { title: "", text };
  return {
    title: bare(line.slice(0, cut.index)),
    text: [line.slice(cut.index + cut[0].length), rest].join("\n").trim(),
  };
}

function entryText({ depth }: EntryKind, { id, title }: EntryId, body: string): string {
  const heading = `${"#".repeat(depth)} ${id} ${title}`.trim();
  return body.trim() === "" ? heading : `${heading}\n\n${body.replace(/^\s*\n/, "").trimEnd()}`;
}

/** A list whose items start with ids becomes entries; items without an id stay part of the entry before them. */
function listEdits(body: string, blocks: readonly BodyBlock[], kind: EntryKind, group?: EntryKind): Edit[] {
  return blocks
    .filter(({ type }) => type === "list")
    .flatMap((list) => {
      const items = itemsOf(list, body);
      const read = (item: ListItem) => kind.read(item.first) ?? null;
      if (!items.some((item) => read(item) ?? group?.read(item.first))) return [];
      const hasEntries = items.some((item) => read(item));
      const parts = items.map((item) => {
        const entry = read(item);
        const above = entry ? null : (group?.read(item.first) ?? null);
        if (entry) return itemText(kind, entry, item);
        if (above && group) return entryText(group, above, normaliseEntries(`${item.below}\n`, kind).trim());
        return `${item.marker} ${item.text.replaceAll("\n", "\n  ")}`;
      });
      const isNested = !hasEntries && !parts.some((part) => part.includes(`\n${"#".repeat(kind.depth)} `));
      return isNested ? [] : [{ start: list.start, end: list.end, text: parts.join("\n\n") }];
    });
}

function itemText(kind: EntryKind, entry: EntryId, { first, below, box }: ListItem): string {
  const { title, text } = boldTitle(first, kind) ?? splitTitle(entry.title);
  const mark = box !== null && /^(?:x|✅|☑|done)/i.test(box) ? "- Status: done\n" : "";
  return entryText(
    kind,
    { id: entry.id, title },
    [mark, text, below].filter((part) => part.trim() !== "").join("\n\n"),
  );
}

/** Splits an item such as `**R-1 Title**: the text`. Null if it has no bold title. */
function boldTitle(first: string, kind: EntryKind): { title: string; text: string } | null {
  const [, inside = "", after = ""] = /^(?:\*\*|__)([^*_\n]{1,200})(?:\*\*|__)(.*)$/.exec(first) ?? [];
  const title = kind.read(inside)?.title ?? "";
  return title === "" ? null : { title, text: after.replace(/^[\s:.：–—-]+/, "") };
}

/** Edits for lists in a body with headings. A list whose ids are all new becomes entries; other lists only cite entries. */
function newItems(body: string, blocks: readonly BodyBlock[], kind: EntryKind, known: ReadonlySet<string>): Edit[] {
  return blocks
    .filter(({ type }) => type === "list")
    .flatMap((list): Edit[] => {
      const parts = itemsOf(list, body).map((item) => {
        const entry = kind.read(item.first);
        return entry && !known.has(entry.id) && entry.title !== "" ? itemText(kind, entry, item) : null;
      });
      if (parts.length === 0 || parts.some((part) => part === null)) return [];
      return [{ start: list.start, end: list.end, text: parts.join("\n\n") }];
    });
}

/** Turns a table into a list of fields if its rows are pairs of name and value, or if its only row has several fields. */
function withFieldLists(body: string, kind: EntryKind): string {
  if (!body.includes("|")) return body;
  const isField = (cell: string) => planFieldLoosely(squash(cell)) !== null;
  const edits = findTables(bodyBlocks(body)).flatMap(({ start, end, headings, rows }): Edit[] => {
    const [first] = rows;
    if (headings && first && rows.length === 1 && headings.filter(isField).length >= 2) {
      if (first.some((cell) => kind.read(cell) !== null && !isField(headings[first.indexOf(cell)] ?? ""))) return [];
      const fields = headings.map((heading, index) => fieldLine(bare(heading), first[index] ?? ""));
      return [{ start, end, text: fields.join("\n") }];
    }
    const pairs = headings && isField(headings[0] ?? "") ? [headings, ...rows] : rows;
    const named = pairs.filter(([name = ""]) => isField(name)).length;
    if (pairs.some(({ length }) => length !== 2) || named < 2 || named * 2 < pairs.length) return [];
    return [{ start, end, text: pairs.map(([name = "", value = ""]) => fieldLine(bare(name), value)).join("\n") }];
  });
  return applyEdits(
    body,
    edits.map((edit) => blockEdit(body, edit)),
  );
}

/** Rewrites the items of a numbered list as entries: the number of an item becomes the entry's id. */
function numberedList(body: string, kind: EntryKind): string {
  const { readNumber } = kind;
  const edits = bodyBlocks(body)
    .filter(({ type, raw }) => type === "list" && /^ {0,3}\d{1,4}[.)]/.test(raw))
    .flatMap((list): Edit[] => {
      const items = itemsOf(list, body);
      const entries = items.map((item) => readNumber?.(`${item.marker.replace(/\D/g, "")} ${item.first}`) ?? null);
      if (entries.some((entry) => entry === null)) return [];
      const parts = items.map((item, index) => itemText(kind, entries[index] ?? { id: "", title: "" }, item));
      return [{ start: list.start, end: list.end, text: parts.join("\n\n") }];
    });
  return applyEdits(
    body,
    edits.map((edit) => blockEdit(body, edit)),
  );
}

/**
 * Edits for tables whose rows are entries: further columns become fields, and a row with only one cell of text becomes a
 * heading. A table that names an entry of `known` is only an overview and stays, because that entry has its own heading.
 */
function tableEdits(blocks: readonly BodyBlock[], kind: EntryKind, known?: ReadonlySet<string>): Edit[] {
  return findTables(blocks).flatMap(({ start, end, headings, rows }): Edit[] => {
    if (!rows.some((row) => row.some((cell) => kind.read(cell) !== null))) return [];
    const parts = rows.map((row) => {
      const place = row.findIndex((cell) => kind.read(cell) !== null);
      const entry = kind.read(row[place] ?? "");
      const [only = "", ...others] = row.filter((cell) => cell.trim() !== "");
      if (!entry && only !== "" && others.length === 0) return `${"#".repeat(kind.depth)} ${bare(only)}`;
      if (!entry || known?.has(entry.id)) return null;
      const titlePlace = entry.title === "" ? titleColumn(headings, place, row) : -1;
      const fields = row.flatMap((cell, index) => {
        if (index === place || index === titlePlace || cell === "") return [];
        return [fieldLine(headings?.[index] ?? "Note", cell)];
      });
      return entryText(kind, { id: entry.id, title: entry.title || (row[titlePlace] ?? "") }, fields.join("\n"));
    });
    if (parts.some((part) => part === null)) return [];
    return [{ start, end, text: parts.join("\n\n") }];
  });
}

function titleColumn(headings: readonly string[] | null, place: number, row: readonly string[]): number {
  const named =
    headings?.findIndex((heading) =>
      /^(?:title|name|requirement|milestone|task|item|work|description|titel|anforderung|meilenstein|titre|título)/.test(
        squash(heading),
      ),
    ) ?? -1;
  if (named >= 0 && named !== place) return named;
  return row.findIndex((cell, index) => index > place && cell !== "");
}

/** A field as a list item. The lines of a cell with line breaks become nested items. */
function fieldLine(name: string, value: string): string {
  const parts = value
    .split(/<br[ \t]{0,3}\/?>/i)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => part.replace(/^\d{1,2}[.)]\s+(?=\S)/, ""));
  const label = `- ${name.charAt(0).toUpperCase()}${name.slice(1)}:`;
  if (parts.length < 2) return `${label} ${value}`;
  return [label, ...parts.map((part) => (/^[-*+]\s/.test(part) ? `  ${part}` : `  - ${part}`))].join("\n");
}

/** Edits for paragraphs that begin with an id: each line with an id becomes an entry, to which the lines after it belong. */
function lineEdits(blocks: readonly BodyBlock[], kind: EntryKind): Edit[] {
  return blocks
    .filter(({ type, raw }) => type === "paragraph" && kind.read(raw.split("\n")[0] ?? "") !== null)
    .map(({ start, end, raw }): Edit => {
      const parts: string[] = [];
      for (const line of raw.split("\n")) {
        const entry = kind.read(line);
        if (entry) parts.push(entryText(kind, ...headAndBody(entry)));
        else parts.push(`${parts.pop() ?? ""}\n${parts.length === 0 ? "\n" : ""}${dedent(line, 4)}`);
      }
      return { start, end, text: parts.join("\n\n") };
    });
}

function headAndBody(entry: EntryId): [EntryId, string] {
  const { title, text } = splitTitle(entry.title);
  return [{ id: entry.id, title }, text];
}

/** Objects with an id become entries. Their other values become fields, and lists become nested items. */
function jsonEdit(body: string, { start, end }: { start: number; end: number }, kind: EntryKind): Edit[] {
  const raw = body.slice(start, end).replace(/^\s*(?:`{3,}|~{3,})[^\n]*\n|\n\s*(?:`{3,}|~{3,})\s*$/g, "");
  const objects = objectsIn(parseJson(raw.trim()), 0);
  const parts = objects.map((object) => {
    const id = Object.entries(object).find(
      ([, value]) => typeof value !== "object" && kind.read(String(value)) !== null,
    );
    const entry = kind.read(String(id?.[1] ?? ""));
    if (!id || !entry) return null;
    const title = Object.entries(object).find(([key]) => /^(?:title|name)$/i.test(key));
    const fields = Object.entries(object)
      .filter(([key]) => key !== id[0] && key !== title?.[0])
      .map(([key, value]) =>
        jsonField(
          key
            .replaceAll(/[_-]/g, " ")
            .replace(/([a-z])([A-Z])/g, "$1 $2")
            .toLowerCase(),
          value,
        ),
      );
    return entryText(kind, { id: entry.id, title: entry.title || jsonText(title?.[1] ?? "") }, fields.join("\n"));
  });
  if (parts.length === 0 || parts.some((part) => part === null)) return [];
  return [{ start, end, text: parts.join("\n\n") }];
}

function jsonField(name: string, value: unknown): string {
  const label = `- ${name.charAt(0).toUpperCase()}${name.slice(1)}:`;
  // Short texts in a list are mostly ids, which share a line. Each step has its own line, however short it is.
  const isLine = (one: unknown) => typeof one === "string" && (one.length >= 12 || planField(squash(name)) === "steps");
  if (!Array.isArray(value) || !value.some(isLine)) return `${label} ${jsonText(value)}`;
  return [label, ...value.map((one) => `  - ${jsonText(one)}`)].join("\n");
}

function objectsIn(value: unknown, depth: number): Record<string, unknown>[] {
  if (depth > 3 || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value))
    return value.flatMap((one) => (typeof one === "object" && one !== null && !Array.isArray(one) ? [{ ...one }] : []));
  const [only, ...others] = Object.values(value);
  return others.length === 0 ? objectsIn(only, depth + 1) : [{ ...value }];
}
