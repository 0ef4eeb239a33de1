import { applyEdits, blockEdit, type Edit } from "../edits.ts";
import { milestoneIds } from "../plans/entry-ids.ts";
import { type BodyBlock, bodyBlocks } from "../tables/body-blocks.ts";
import { planField, readField, readFields } from "../tables/fields.ts";
import { findTables } from "../tables/read-table.ts";
import { bare, squash } from "../words.ts";
import { readLegend, readStatus, type SaidStatus, symbolMark, wordMark } from "./status-words.ts";

/** The status of a milestone: the mark between the brackets (a space, ~, x, !, ? or -) and the reason, if given. */
export type Status = { milestone: string; mark: string; reason: string };

/**
 * What the text around a line defines: the meaning of symbols, and the status of the group to which the line belongs
 * (`## In progress`).
 */
type Around = { legend: ReadonlyMap<string, string>; group: string | null };

const line = /^(\s*)(?:[-*+•]|\d{1,3}[.)])\s+(\S.*)$/u;
const canonical = /^\s*[-*+] +\[[ ~xX!?-]\] +[*_]{0,3}M\d{1,5}(?![\p{L}\p{N}])/u;

/** Rewrites the milestones of a master plan as lines `- [x] M1 Title — …`. */
export function normaliseStatuses(body: string): string {
  const blocks = bodyBlocks(body);
  const legend = readLegend(body);
  const tables = findTables(blocks).flatMap(({ start, end, headings, rows }): Edit[] => {
    const lines = rows.map((row) => rowLine(headings, row, legend) ?? phaseLine(row));
    const isPlan = lines.every((one) => one !== null) && lines.some((one) => one?.startsWith("- "));
    return isPlan ? [{ start, end, text: lines.join("\n") }] : [];
  });
  let group: string | null = null;
  const lists = blocks.flatMap((block) => {
    if (block.type === "heading" || isBoldLine(block)) group = readStatus(groupTitle(block), legend)?.mark ?? null;
    return block.type === "list" ? listEdit(block, { legend, group }) : [];
  });
  const edits = [...tables, ...lists].map((edit) => blockEdit(body, edit));
  const known = new Set(readStatuses(applyEdits(body, edits)).map(({ milestone }) => milestone));
  const headed = headingEdits(body, blocks, { legend, known }).map((edit) => blockEdit(body, edit));
  return applyEdits(body, [...edits, ...headed]);
}

const isBoldLine = ({ type, raw }: BodyBlock): boolean => type === "paragraph" && /^ {0,3}\*\*[^\n]{1,60}$/.test(raw);
const groupTitle = ({ type, text, raw }: BodyBlock): string =>
  bare(type === "heading" ? text : raw).replace(/\s*[(（]\d{1,3}[)）]|[:：]\s*$/g, "");

function listEdit({ raw, start, end }: BodyBlock, around: Around): Edit[] {
  const lines = raw.split("\n").map((whole) => tidyLine(whole, around));
  const text = withStatusesBelow(lines).join("\n");
  return text === raw ? [] : [{ start, end, text }];
}

const emptyBox = /^(\s*[-*+] +\[) (?=\] +[*_]{0,3}M\d)/;

/** Marks each unmarked milestone that has a status field below it: `  - Status: blocked`. */
function withStatusesBelow(lines: readonly string[]): string[] {
  const marked = [...lines];
  let above: { index: number; indent: number } | null = null;
  for (const [index, text] of lines.entries()) {
    const indent = text.length - text.trimStart().length;
    if (canonical.test(text)) above = { index, indent };
    else if (above && text.trim() !== "") {
      const field = readField(text);
      if (indent <= above.indent) above = null;
      else if (field && planField(field.name) === "status" && field.value !== "") {
        const mark = readStatus(field.value)?.mark ?? "?";
        marked[above.index] = (marked[above.index] ?? "").replace(emptyBox, `$1${mark}`);
      }
    }
  }
  return marked;
}

/** Rewrites one item in the board's format. Text that does not start with a milestone is not changed. */
function tidyLine(whole: string, around: Around): string {
  if (canonical.test(whole)) {
    const said = emptyBox.test(whole) ? takeStatus(whole.slice(whole.indexOf("]") + 1), around.legend, "parts") : null;
    return said?.mark ? whole.replace(emptyBox, `$1${said.mark}`) : whole;
  }
  const [, indent = "", content] = line.exec(whole) ?? [];
  if (content === undefined || content.length > 4_000) return whole;
  const { mark, rest, unknown } = takeMark(content, around.legend);
  const { text, isStruck } = withoutEmphasis(rest);
  const entry = milestoneIds.read(text);
  if (!entry) return whole;
  const said = mark === null ? takeStatus(entry.title, around.legend) : { title: entry.title, mark };
  const title = said.title.trim();
  const reason = unknown === "" ? "" : ` — reason: ${unknown}`;
  return `${indent}- [${said.mark ?? (isStruck ? "-" : (around.group ?? " "))}] ${entry.id}${title === "" ? "" : ` ${title}`}${reason}`;
}

/**
 * Removes emphasis around the beginning of a text: `**M1 Permit** (done)`. A milestone that is struck through is superseded.
 */
function withoutEmphasis(written: string): { text: string; isStruck: boolean } {
  let text = written;
  let isStruck = false;
  for (let count = 0; count < 3; count += 1) {
    const [sign = ""] = /^(?:~~|\*{1,3}|_{1,3})(?=\S)/.exec(text) ?? [];
    const close = sign === "" ? -1 : text.indexOf(sign, sign.length);
    if (close < 0) break;
    isStruck ||= sign === "~~";
    text = text.slice(sign.length, close) + text.slice(close + sign.length);
  }
  return { text, isStruck };
}

type TakenMark = { mark: string | null; rest: string; unknown: string };

/**
 * Splits off the mark at the start of an item: `[x]`, `[DONE]`, `✅`, `**[~]`, `**Blocked:**`. An unknown word, as in `[parked]`,
 * means undecided and becomes the reason.
 */
function takeMark(content: string, legend: ReadonlyMap<string, string>): TakenMark {
  const [whole, bracket, symbol] =
    /^[*_`]{0,3}(?:\[([^[\]\n]{0,24})\]|(\p{Extended_Pictographic}|[✓✔☐☑])️?)[*_`]{0,3}\s*/u.exec(content) ?? [];
  if (whole === undefined) {
    const [label, word = ""] =
      /^[*_]{0,3}(\p{L}[\p{L} ]{1,24})(?:[*_]{0,3}[:：]|\s[–—-](?=\s))[*_]{0,3}\s*(?=[*_~]{0,4}M)/u.exec(content) ?? [];
    const mark = label === undefined ? null : wordMark(word);
    return mark === null
      ? { mark, rest: content, unknown: "" }
      : { mark, rest: content.slice(label?.length), unknown: "" };
  }
  const rest = content.slice(whole.length);
  const mark = symbol === undefined ? wordMark(bracket ?? "") : symbolMark(symbol, legend);
  if (mark !== null) return { mark, rest, unknown: "" };
  const isMark = bracket !== undefined && !/^[A-Z]{0,2}-?\d/.test(bracket);
  return isMark ? { mark: "?", rest, unknown: bracket } : { mark: null, rest: content, unknown: "" };
}

const longestTitle = 500;
const separator =
  /(?<=\S)\s+(?:[–—]|--?)\s+(?=\S)|(?<=[）\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\s?—{1,2}\s?(?=\S)/u;
const bracketed = /\s*[[(（]([^[\]()（）\n]{1,80})[\])）][*_]{0,3}\s*$/u;
/** In `depends on: M1 (done)`, the status belongs to M1, not to the line's own milestone. */
const behindId = /M\d{1,5}[*_]{0,3}\s*[[(（][^[\]()（）\n]{1,80}[\])）][*_]{0,3}\s*$/u;
const trailingSymbol = /\s*((?:\p{Extended_Pictographic}|[✓✔☐☑])\ufe0f?)\s*$/u;

/**
 * Takes the status out of the parts of a line: `M1 Title (done)`, `M1 Title ✅`, `M1 Title — *in progress* — owner: …`,
 * `M1 Title — status: parked`, `M1 Title — owner: host (done)`. An unknown status counts as undecided. If `only`
 * is `parts`, the title is not searched for a status.
 */
function takeStatus(
  line: string,
  legend: ReadonlyMap<string, string>,
  only?: "parts",
): { title: string; mark: string | null } {
  if (line.length > longestTitle) return { title: line, mark: null };
  const [title = "", ...parts] = line.split(separator);
  for (const [index, part] of parts.entries()) {
    const found = statusOfPart(part, legend);
    if (found === null) continue;
    const others = found.isWhole ? parts.toSpliced(index, 1) : parts;
    return { title: [title, ...others].join(" — "), mark: found.mark };
  }
  const last = parts.at(-1);
  const behind = last === undefined || behindId.test(last) ? null : statusOfTitle(last, legend);
  if (behind) return { title: [title, ...parts.slice(0, -1), behind.title].join(" — "), mark: behind.mark };
  const said = only === "parts" ? null : statusOfTitle(title, legend);
  return said === null ? { title: line, mark: null } : { title: [said.title, ...parts].join(" — "), mark: said.mark };
}

/** The status in a part between dashes. `isWhole` is true if the part contains nothing else. */
function statusOfPart(part: string, legend: ReadonlyMap<string, string>): { mark: string; isWhole: boolean } | null {
  const field = readField(part);
  if (field && planField(field.name) === "status") {
    const said = readStatus(field.value, legend);
    return { mark: said?.mark ?? "?", isWhole: said !== null && isBare(said) };
  }
  const [label, word = ""] = /^[*_]{0,3}status[*_]{0,3}\s+([^\n]{1,24})$/iu.exec(part) ?? [];
  const said = readStatus(label === undefined ? part : word, legend);
  return said && { mark: said.mark, isWhole: isBare(said) };
}

const isBare = ({ after }: SaidStatus): boolean => !/[\p{L}\p{N}]/u.test(after);

function statusOfTitle(title: string, legend: ReadonlyMap<string, string>): { title: string; mark: string } | null {
  const [whole, inside = ""] = bracketed.exec(title) ?? [];
  const said = whole === undefined ? null : readStatus(inside, legend);
  if (whole !== undefined && said) {
    const reason = said.after.replace(/^[\s:：;,.–—-]+/u, "").trim();
    const before = title.slice(0, -whole.length);
    return { title: reason === "" ? before : `${before} — reason: ${reason}`, mark: said.mark };
  }
  const [sign, symbol = ""] = trailingSymbol.exec(title) ?? [];
  const mark = sign === undefined ? null : symbolMark(symbol, legend);
  return sign === undefined || mark === null ? null : { title: title.slice(0, -sign.length), mark };
}

/** Rewrites a table row with a milestone as a line. The other cells become parts of the line. */
function rowLine(
  headings: readonly string[] | null,
  row: readonly string[],
  legend: ReadonlyMap<string, string>,
): string | null {
  const place = row.findIndex((cell) => milestoneIds.read(cell) !== null);
  const entry = milestoneIds.read(row[place] ?? "");
  if (!entry) return null;
  let mark: string | null = null;
  const parts: string[] = [];
  for (const [index, cell] of row.entries()) {
    if (index === place || cell === "") continue;
    const name = headings?.[index]?.trim().toLowerCase() ?? "";
    const isStatus = planField(squash(name)) === "status";
    const said = isStatus || headings === null ? readStatus(cell, legend) : null;
    if (said !== null || isStatus) mark = said?.mark ?? "?";
    if (said !== null && isBare(said)) continue;
    if (index === place + 1 && entry.title === "") entry.title = cell;
    else parts.push(name === "" ? cell : `${name}: ${cell}`);
  }
  return [`- [${mark ?? " "}] ${entry.id} ${entry.title}`.trim(), ...parts].join(" — ");
}

/** A row with only one cell of text names the phase of the rows below it, and becomes a heading. */
function phaseLine(row: readonly string[]): string | null {
  const [only = "", ...others] = row.filter((cell) => cell.trim() !== "");
  return only !== "" && others.length === 0 ? `\n## ${bare(only)}\n` : null;
}

/**
 * Rewrites a heading such as `### M1 Title` as a list line, unless a list or table contains the milestone: then the heading
 * only introduces details and is kept. If no heading, list or table contains a milestone, each paragraph in which every
 * line is a milestone becomes a list.
 */
function headingEdits(
  body: string,
  blocks: readonly BodyBlock[],
  { legend, known }: { legend: ReadonlyMap<string, string>; known: ReadonlySet<string> },
): Edit[] {
  const isNew = (line: string): boolean =>
    canonical.test(line) && readStatuses(line).every(({ milestone }) => !known.has(milestone));
  const headings = blocks.filter(({ type }) => type === "heading");
  const edits = headings.flatMap((block, index): Edit[] => {
    const field = readFields(body.slice(block.end, headings[index + 1]?.start), planField)
      .get("status")
      ?.split("\n", 1)[0];
    const group = field === undefined ? null : (readStatus(field, legend)?.mark ?? "?");
    const text = tidyLine(`- ${block.text}`, { legend, group });
    return isNew(text) ? [{ start: block.start, end: block.end, text }] : [];
  });
  if (edits.length > 0 || known.size > 0) return edits;
  return blocks.flatMap(({ type, raw, start, end }): Edit[] => {
    const lines =
      type === "paragraph" ? raw.split("\n").map((one) => tidyLine(`- ${one.trim()}`, { legend, group: null })) : [];
    return lines.length > 0 && lines.every((one) => canonical.test(one))
      ? [{ start, end, text: lines.join("\n") }]
      : [];
  });
}

const statusLine = /^\s*[-*+] +\[([ ~xX!?-])\] +[*_]{0,3}(M\d{1,5})(?![\p{L}\p{N}])(.*)$/u;
const because =
  /(?:\s[–—-]{1,2}\s+|[(;,.]\s*)(?:reason|because|grund|raison|motivo|причина|原因|סיבה)\s*[:：]?\s+(.*?)\)?$/iu;

/** The statuses of a canonical master plan. If a milestone occurs twice, the last line is used. */
export function readStatuses(body: string): Status[] {
  const statuses = new Map<string, Status>();
  for (const text of body.split("\n")) {
    const [, mark, milestone, rest = ""] = statusLine.exec(text) ?? [];
    if (mark === undefined || milestone === undefined) continue;
    statuses.set(milestone, { milestone, mark: mark.toLowerCase(), reason: because.exec(rest)?.[1]?.trim() ?? "" });
  }
  return [...statuses.values()];
}
