import { applyEdits, blockEdit, type Edit } from "../edits.ts";
import { findJson } from "../read-json.ts";
import { type BodyBlock, bodyBlocks, itemsOf, type ListItem, ungrouped } from "../tables/body-blocks.ts";
import { toColumn } from "../tables/columns.ts";
import { readFields } from "../tables/fields.ts";
import { findTables } from "../tables/read-table.ts";
import { bare, firstOfEach, oneLine, shorten, squash, withoutCitations } from "../words.ts";
import { decidesName, decides as decidesWord, fieldNames, otherwiseName, unless } from "./question-words.ts";

/** `decides` and `otherwise` are empty if the model did not state them. */
export type Asked = { text: string; decides: string; otherwise: string };

export const mostQuestions = 20;
export const longestQuestion = 600;

const mark = /^[*_[(]{0,3}(?:Q|question|frage)[ .-]?\d{0,4}[\])]?[*_]{0,3}[ \t]*[:.：]?[*_]{0,3}[ \t]+(?=\S)/i;
const between = /[ \t](?:—|–|--?)[ \t]/g;
/** Rewrites questions as `- [ ] **Q** question? — what it decides — if unanswered: default`. */
export function normaliseQuestions(written: string): string {
  const body = applyEdits(written, groupEdits(written));
  const blocks = bodyBlocks(body);
  const lists = blocks.filter(({ type }) => type === "list");
  const edits = [
    ...lists.flatMap((list) => listEdit(list, body)),
    ...(lists.some((list) => itemsOf(list, body).some(isQuestion)) ? [] : otherEdits(body, blocks)),
  ];
  return applyEdits(
    body,
    edits.map((edit) => blockEdit(body, edit)),
  );
}

/** Edits that split a list of subjects, with questions below each of them, into one list of questions per subject. */
const groupEdits = (body: string): Edit[] =>
  bodyBlocks(body)
    .filter(({ type }) => type === "list")
    .flatMap((list): Edit[] => {
      const text = ungrouped(list, body, isQuestion);
      return text === null ? [] : [blockEdit(body, { start: list.start, end: list.end, text })];
    });

const isQuestion = ({ first }: ListItem): boolean => mark.test(first) || /[?？؟]/.test(first);
const isCanonical = (raw: string): boolean =>
  raw.split("\n").every((line) => line === "" || /^ {0,3}- \[[ xX]\] \*\*Q\*\* /.test(line));

function listEdit(list: BodyBlock, body: string): Edit[] {
  if (isCanonical(list.raw)) return [];
  const items = itemsOf(list, body);
  if (!items.some(isQuestion)) return [];
  const lines = items.map((item) =>
    isQuestion(item) ? questionLine(item) : `- ${item.text.replaceAll("\n", "\n  ")}`,
  );
  return [{ start: list.start, end: list.end, text: lines.join("\n") }];
}

/** Rewrites a question as one line, with what it decides and with its default; both may be in fields below the question. */
function questionLine({ first, below, box }: ListItem): string {
  const text = first.replace(mark, "");
  const values = readFields(below, (name) => fieldNames.get(name) ?? null);
  const head = `- [${box === "x" || box === "X" ? "x" : " "}] **Q** `;
  if (below.trim() === "") return head + text;
  if (values.size === 0) return `${head}${text} ${oneLine(below)}`;
  const [decides, otherwise] = ["decides", "otherwise"].map(
    (key) => values.get(key)?.replaceAll("\n", " ").trim() ?? "",
  );
  const rest = below.split("\n").filter((line) => line.trim() !== "" && !isField(line));
  return [
    head + [text, ...rest.map((line) => line.trim())].join(" "),
    ...(decides ? [decides] : []),
    ...(otherwise ? [`if unanswered: ${otherwise.replace(unless, "").trim()}`] : []),
  ].join(" — ");
}

const isField = (line: string): boolean => fieldNames.has(squash(/^[\s*_+-]*([^:：*]{1,40})/.exec(line)?.[1] ?? ""));
const columns = ["question", "decides", "if unanswered"].map(toColumn);

/** Appends values that the format does not ask for to what the question decides, so that they are kept. */
const withMore = (decides: string, more: readonly string[]): string =>
  more.length === 0 ? decides : `${decides} (${more.join("; ")})`.trim();

/** Edits for questions in a table, in JSON, as headings with fields, or as one-line paragraphs. */
function otherEdits(body: string, blocks: readonly BodyBlock[]): Edit[] {
  const line = (question: string, decides: string, otherwise: string) =>
    questionLine({
      ...{ marker: "-", box: null, text: "", first: question },
      below: [decides && `decides: ${decides}`, otherwise && `default: ${otherwise}`].filter(Boolean).join("\n"),
    });
  const tables = findTables(blocks, columns).flatMap(({ start, end, rows, headings }): Edit[] => {
    const named = headings?.findIndex((heading) => /question|frage|pregunta/i.test(heading)) ?? -1;
    const placeOf = (names: RegExp) =>
      headings?.findIndex((heading, index) => index !== named && names.test(heading)) ?? -1;
    const places = { decides: placeOf(decidesName), otherwise: placeOf(otherwiseName) };
    const lines = rows.map((row) => {
      const place =
        named >= 0
          ? named
          : Math.max(
              0,
              row.findIndex((cell) => /[?？؟]/.test(cell)),
            );
      if (places.decides < 0 && places.otherwise < 0) {
        const others = row.filter((cell, index) => index > place && cell !== "");
        const before = row.slice(0, place).filter((cell) => !/^(?:Q?\d{0,4}|#|none)$/i.test(bare(cell)));
        return line(
          row[place] ?? "",
          [others[0] ?? "", ...before].filter(Boolean).join("; "),
          others.slice(1).join("; "),
        );
      }
      const more = row.flatMap((cell, index) => {
        const isRead = index === place || index === places.decides || index === places.otherwise;
        return isRead || /^(?:Q?\d{0,4}|#)$/i.test(bare(cell)) ? [] : [`${headings?.[index] ?? "note"}: ${cell}`];
      });
      return line(row[place] ?? "", withMore(row[places.decides] ?? "", more), row[places.otherwise] ?? "");
    });
    return rows.some((row) => row.some((cell) => /[?？؟]/.test(cell))) || named >= 0
      ? [{ start, end, text: lines.join("\n") }]
      : [];
  });
  const json = findJson(body, blocks).map(({ start, end, rows, items }): Edit => {
    const lines = rows.map((row) => {
      const keyOf = (names: RegExp) => [...row.keys()].find((key) => names.test(key)) ?? "";
      const keys = { text: keyOf(/question|text|^q$/i), decides: keyOf(decidesName), otherwise: keyOf(otherwiseName) };
      const isRead = (key: string) => Object.values(keys).includes(key);
      const more = [...row].flatMap(([key, value]) =>
        isRead(key) || /^(?:Q?\d{0,4}|none)$/i.test(value) ? [] : [`${key}: ${value}`],
      );
      return line(row.get(keys.text) ?? "", withMore(row.get(keys.decides) ?? "", more), row.get(keys.otherwise) ?? "");
    });
    return { start, end, text: [...lines, ...items.map((item) => line(item, "", ""))].join("\n") };
  });
  if (tables.length + json.length > 0) return [...tables, ...json];
  const remark = blocks.findIndex(({ type }) => type === "rule");
  return blocks.slice(0, remark <= 0 ? blocks.length : remark).flatMap((block, index): Edit[] => {
    if (block.type === "heading" && (mark.test(`${block.text} `) || /[?？؟]/.test(block.text))) {
      const below = blocks[index + 1]?.type === "list" ? blocks[index + 1] : undefined;
      const item = { marker: "-", box: null, text: "", first: block.text, below: below?.raw ?? "" };
      return [{ start: block.start, end: below?.end ?? block.end, text: questionLine(item) }];
    }
    if (block.type !== "paragraph" || !/[?？؟]/.test(block.raw) || offer.test(block.raw)) return [];
    const lines = block.raw.split("\n");
    const [asked = "", ...below] = lines;
    if (below.some(isField) && /[?？؟]/.test(asked)) {
      const first = bare(asked).replace(/^\d{1,3}[.)]\s+/, "");
      const text = questionLine({ marker: "-", box: null, text: "", first, below: below.join("\n") });
      return [{ start: block.start, end: block.end, text }];
    }
    if (!lines.every((one) => /[?？؟]/.test(one))) return [];
    return [{ start: block.start, end: block.end, text: lines.map((one) => line(one.trim(), "", "")).join("\n") }];
  });
}

/** A question about the answer itself: “Would you like a shorter version?” */
const offer = /^(?:would you like|do you want|shall i|should i|may i|möchten sie|soll ich)\b/i;

/** A question at any depth of a list. */
const marked = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[ xX]\][ \t]+(\*\*Q\*\*.*)$/;

/** The questions of a canonical body. With `markedOnly`, for other artifacts, only lines with the mark `**Q**` are questions. */
export const readQuestions = (body: string, options?: { markedOnly?: boolean }): Asked[] =>
  allQuestions(body, options).slice(0, mostQuestions);

export function allQuestions(body: string, { markedOnly = false }: { markedOnly?: boolean } = {}): Asked[] {
  if (markedOnly && !/\*\*Q\*\*/.test(body)) return [];
  const lists = bodyBlocks(body).filter(({ type }) => type === "list");
  const texts = markedOnly
    ? lists.flatMap(({ raw }) => raw.split("\n").flatMap((line) => marked.exec(line)?.[1] ?? []))
    : lists.flatMap((list) => itemsOf(list, body).flatMap((item) => (isQuestion(item) ? [item.first] : [])));
  const questions = texts
    .map((first) => readQuestion(withoutCitations(first.replace(mark, ""))))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  return firstOfEach(questions, ({ text }) => text.toLowerCase());
}

function readQuestion(whole: string): Asked {
  const line = whole.slice(0, 4_000);
  const cut = line.search(unless);
  const said = cut < 0 ? line : line.slice(0, cut);
  const otherwise = cut < 0 ? "" : line.slice(cut).replace(unless, "");
  const text = said.slice(0, endOfQuestion(said));
  const decides = said
    .slice(text.length)
    .split(between)
    .filter((part) => part.trim() !== "")
    .join(" — ")
    .replace(/^([\s*_]*[(（][^()（）]*?)[.。](?=[*_]*\s*$)/u, "$1") // `(Decides the lorry.`: drops the full stop
    .replace(decidesWord, "");
  return { text: shorten(bare(text), longestQuestion), decides: tidy(decides), otherwise: tidy(otherwise) };
}

/** A question may contain dashes: it ends at the first dash after a question mark, or else at the first dash. */
function endOfQuestion(said: string): number {
  const dashes = [...said.matchAll(between)].map(({ index }) => index);
  return (
    dashes.find((at) => /[?？؟][*_”"')]{0,4}[ \t]*$/.test(said.slice(Math.max(0, at - 8), at))) ??
    dashes[0] ??
    afterMark(said)
  );
}

/** `Is there a dock? It decides the lorry.`: the text after the question mark is not part of the question. */
function afterMark(said: string): number {
  const at = said.search(/[?？؟][*_”"')]{0,4}(?=\s+\S|[;；])/u);
  return at < 0 ? said.length : at + 1;
}

const tidy = (text: string): string =>
  shorten(
    closed(bare(text))
      .replace(/^[\s:;,.–—-]+/, "")
      .replace(/[\s;,–—-]{1,8}$/, ""),
    longestQuestion,
  );

/** Removes a closing bracket if the part with its opening bracket was cut off: `(Decides the lorry. Default: none.)`. */
function closed(text: string): string {
  const isOpened = text.split(/[(（]/).length >= text.split(/[)）]/).length;
  return isOpened ? text : text.replace(/[.。]?[)）]\s*$/u, "");
}
