import { applyEdits, blockEdit, type Edit } from "../edits.ts";
import { milestoneIds } from "../plans/entry-ids.ts";
import { type BodyBlock, bodyBlocks } from "../tables/body-blocks.ts";
import { planField, readFields } from "../tables/fields.ts";
import { findTables } from "../tables/read-table.ts";
import { bare, squash } from "../words.ts";

/** The status of a milestone: the mark between the brackets (a space, ~, x, !, ? or -) and the reason, if given. */
export type Status = { milestone: string; mark: string; reason: string };

const words: Readonly<Record<string, readonly string[]>> = {
  x: [
    "done",
    "complete",
    "completed",
    "finished",
    "closed",
    "erledigt",
    "fertig",
    "abgeschlossen",
    "terminé",
    "fait",
    "hecho",
    "terminado",
    "completado",
    "готово",
    "完成",
    "הושלם",
  ],
  "~": [
    "in progress",
    "under way",
    "underway",
    "wip",
    "started",
    "ongoing",
    "active",
    "detailed",
    "in arbeit",
    "laufend",
    "en cours",
    "en curso",
    "в работе",
    "进行中",
    "בתהליך",
  ],
  "!": ["blocked", "stuck", "at risk", "blockiert", "bloqué", "bloqueado", "заблокировано", "受阻", "חסום"],
  "?": [
    "undecided",
    "unclear",
    "to be decided",
    "tbd",
    "unentschieden",
    "offen zu klären",
    "à décider",
    "por decidir",
    "не решено",
    "未定",
    "לא הוחלט",
  ],
  "-": [
    "superseded",
    "obsolete",
    "dropped",
    "cancelled",
    "canceled",
    "removed",
    "ersetzt",
    "entfällt",
    "hinfällig",
    "remplacé",
    "annulé",
    "reemplazado",
    "cancelado",
    "отменено",
    "取消",
    "בוטל",
  ],
  " ": [
    "open",
    "todo",
    "to do",
    "not started",
    "planned",
    "pending",
    "offen",
    "geplant",
    "ouvert",
    "à faire",
    "abierto",
    "pendiente",
    "открыто",
    "未开始",
    "פתוח",
  ],
};
const marks = new Map(Object.entries(words).flatMap(([mark, all]) => all.map((word) => [squash(word), mark] as const)));
const symbols: Readonly<Record<string, string>> = {
  "✅": "x",
  "☑": "x",
  "✔": "x",
  "✓": "x",
  "☐": " ",
  "⬜": " ",
  "🔄": "~",
  "🚧": "~",
  "⏳": "~",
  "⛔": "!",
  "❗": "!",
  "❓": "?",
  "❌": "-",
  "🚫": "!",
};
/** Marks between brackets that are not those asked for. */
const otherMarks: Readonly<Record<string, string>> = {
  ...{ "✓": "x", "✔": "x", "☑": "x", "✅": "x", v: "x", "*": "x" },
  ...{ "/": "~", ">": "~", "…": "~", o: "~", "•": "~", "⏳": "~" },
  ...{ "–": "-", "—": "-", "✗": "-", "✘": "-", "❌": "-", _: " ", ".": " ", "!!": "!" },
};

const line = /^(\s*)(?:[-*+•]|\d{1,3}[.)])\s+(\S.*)$/u;
const canonical = /^\s*[-*+] +\[[ ~xX!?-]\] +[*_]{0,3}M\d{1,5}(?![\p{L}\p{N}])/u;

/** Rewrites the milestones of a master plan as lines `- [x] M1 Title — …`. */
export function normaliseStatuses(body: string): string {
  const blocks = bodyBlocks(body);
  const tables = findTables(blocks).flatMap(({ start, end, headings, rows }): Edit[] => {
    const lines = rows.map((row) => rowLine(headings, row) ?? phaseLine(row));
    const isPlan = lines.every((one) => one !== null) && lines.some((one) => one?.startsWith("- "));
    return isPlan ? [{ start, end, text: lines.join("\n") }] : [];
  });
  const lists = blocks.filter(({ type }) => type === "list").flatMap(listEdit);
  const edits = [...tables, ...lists];
  const hasLines = edits.length > 0 || /^[ \t]*[-*+] +\[[ ~xX!?-]\] +[*_]{0,3}M\d/m.test(body);
  const headed = hasLines ? [] : headingEdits(body, blocks);
  return applyEdits(
    body,
    [...edits, ...headed].map((edit) => blockEdit(body, edit)),
  );
}

function listEdit({ raw, start, end }: BodyBlock): Edit[] {
  const text = raw.split("\n").map(tidyLine).join("\n");
  return text === raw ? [] : [{ start, end, text }];
}

/** One item in the board's format; text that does not start with a milestone stays. */
function tidyLine(whole: string): string {
  if (canonical.test(whole)) return whole;
  const [, indent = "", content] = line.exec(whole) ?? [];
  if (content === undefined || content.length > 4_000) return whole;
  const { mark, rest, unknown } = takeMark(content);
  const entry = milestoneIds.read(rest);
  if (!entry) return whole;
  const [title, said] = mark === null ? takeTrailing(entry.title) : [entry.title, mark];
  const reason = unknown === "" ? "" : ` — reason: ${unknown}`;
  return `${indent}- [${said ?? " "}] ${entry.id}${title === "" ? "" : ` ${title}`}${reason}`;
}

/** A mark in front: `[x]`, `[DONE]`, `✅`, `**[~]`. What is unknown is undecided, and the word for it the reason: `[parked]`. */
function takeMark(content: string): { mark: string | null; rest: string; unknown: string } {
  const [whole, bracket, symbol] =
    /^[*_`]{0,3}(?:\[([^[\]\n]{0,24})\]|(\p{Extended_Pictographic}|[✓✔☐☑])️?)[*_`]{0,3}\s*/u.exec(content) ?? [];
  if (whole === undefined) return { mark: null, rest: content, unknown: "" };
  const rest = content.slice(whole.length);
  const mark = symbol === undefined ? wordMark(bracket ?? "") : (symbols[symbol] ?? null);
  if (mark !== null) return { mark, rest, unknown: "" };
  const isMark = bracket !== undefined && !/^[A-Z]{0,2}-?\d/.test(bracket);
  return isMark ? { mark: "?", rest, unknown: bracket } : { mark: null, rest: content, unknown: "" };
}

function wordMark(text: string): string | null {
  const inner = text.trim().toLowerCase();
  if (inner === "") return " ";
  if (/^[~x!?-]$/.test(inner)) return inner;
  return otherMarks[inner.replaceAll("\ufe0f", "")] ?? marks.get(squash(text)) ?? null;
}

const longestTitle = 500;

/** A status after the title: `M1 Title (done)`, `M1 Title [x]`, `M1 Title — status: in progress`. */
function takeTrailing(title: string): [string, string | null] {
  if (title.length > longestTitle) return [title, null];
  const [whole, inside] = /\s*[[(]([^[\]()\n]{0,24})[\])][*_]{0,3}\s*$/u.exec(title) ?? [];
  const mark = inside === undefined ? null : wordMark(inside);
  if (whole !== undefined && mark !== null) return [title.slice(0, -whole.length), mark];
  const [labelled, word = ""] = /\s+[–—-]\s+status\s*[:：]?\s*([^–—\n]{1,24}?)(?=\s+[–—-]\s|$)/iu.exec(title) ?? [];
  const said = labelled === undefined ? null : wordMark(word);
  return said === null || labelled === undefined ? [title, null] : [title.replace(labelled, ""), said];
}

/** Rewrites a table row with a milestone as a line, with the columns as its parts. */
function rowLine(headings: readonly string[] | null, row: readonly string[]): string | null {
  const place = row.findIndex((cell) => milestoneIds.read(cell) !== null);
  const entry = milestoneIds.read(row[place] ?? "");
  if (!entry) return null;
  let mark = " ";
  const parts: string[] = [];
  for (const [index, cell] of row.entries()) {
    if (index === place || cell === "") continue;
    const name = headings?.[index]?.trim().toLowerCase() ?? "";
    const said =
      planField(squash(name)) === "status" || headings === null
        ? wordMark(bare(cell).replace(/^\[(.*)\]$/, "$1"))
        : null;
    if (said !== null) mark = said;
    else if (index === place + 1 && entry.title === "") entry.title = cell;
    else parts.push(name === "" ? cell : `${name}: ${cell}`);
  }
  return [`- [${mark}] ${entry.id} ${entry.title}`.trim(), ...parts].join(" — ");
}

/** A row with one cell of text is the phase of the rows below it. */
function phaseLine(row: readonly string[]): string | null {
  const [only = "", ...others] = row.filter((cell) => cell.trim() !== "");
  return only !== "" && others.length === 0 ? `\n## ${bare(only)}\n` : null;
}

/** `### M1 Title` in a master plan without a list of milestones: the heading becomes the line. */
function headingEdits(body: string, blocks: readonly BodyBlock[]): Edit[] {
  const headings = blocks.filter(({ type }) => type === "heading");
  return headings.flatMap((block, index): Edit[] => {
    const { mark, rest } = takeMark(block.text);
    const entry = milestoneIds.read(rest);
    if (!entry) return [];
    const field = readFields(body.slice(block.end, headings[index + 1]?.start), planField).get("status");
    const [title, trailing] = takeTrailing(entry.title);
    const said = mark ?? trailing ?? (field === undefined ? null : wordMark(bare(field).replace(/^\[(.*)\]$/, "$1")));
    return [{ start: block.start, end: block.end, text: `- [${said ?? " "}] ${entry.id} ${title}`.trim() }];
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
