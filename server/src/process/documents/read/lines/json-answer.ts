import { parseJson } from "../read-json.ts";
import { type ExpectedArtifact, sureness, type Titles } from "../titles/match-title.ts";
import type { AnswerLine } from "./answer-line.ts";
import { plainLines } from "./answer-lines.ts";

const mostJson = 2_000_000;

/**
 * Converts an answer to Markdown if it is one JSON object with an artifact per key; otherwise returns null. If the object is
 * in a code block, the text before and after the block is kept.
 */
export function fromJsonAnswer(
  lines: readonly AnswerLine[],
  titles: Titles,
  artifacts: readonly ExpectedArtifact[],
): AnswerLine[] | null {
  const { before, json, after } = partsOf(lines, titles);
  const written = json.filter(({ text }) => text.trim() !== "");
  const [first, last] = [written[0], written.at(-1)];
  if (!first || !last || !first.text.trimStart().startsWith("{") || !last.text.trimEnd().endsWith("}")) return null;
  const text = written.map((line) => line.text).join("\n");
  const value = text.length > mostJson ? undefined : parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const entries = Object.entries(value);
  const named = entries.map(([key, body]) => ({ match: titles(words(key)), key, body }));
  if (!named.some(({ match }) => match !== null && match.sureness > sureness.otherName)) return null;
  const titleOf = (key: string) => artifacts.find((one) => one.key === key)?.title ?? key;
  const parts = named.flatMap(({ match, key, body }) => [
    `# ${match ? titleOf(match.key) : words(key)}`,
    "",
    bodyText(body),
    "",
  ]);
  const { start } = first;
  const { end } = last;
  const made = parts
    .join("\n")
    .split("\n")
    .map((line) => ({ text: line, start, end }));
  return [...before, ...plainLines(made), ...after];
}

const fence = /^ {0,3}(?:`{3,}|~{3,})/;

/**
 * The lines of the first code block that contains an object, and the lines around the block. If there is no such block, or
 * if there are titles outside it, all lines are treated as the object.
 */
function partsOf(
  lines: readonly AnswerLine[],
  titles: Titles,
): Record<"before" | "json" | "after", readonly AnswerLine[]> {
  const isFence = ({ text }: AnswerLine) => fence.test(text);
  const open = lines.findIndex((line, index) => isFence(line) && lines[index + 1]?.text.trimStart().startsWith("{"));
  if (open < 0) return { before: [], json: lines, after: [] };
  const close = lines.findIndex((line, index) => index > open && isFence(line));
  const end = close < 0 ? lines.length : close;
  const [before, after] = [lines.slice(0, open), lines.slice(end + 1)];
  const hasTitles = [...before, ...after].some(({ text }) => text.startsWith("#") || titles(text.trim()) !== null);
  return hasTitles ? { before: [], json: lines, after: [] } : { before, json: lines.slice(open + 1, end), after };
}

const words = (key: string): string => key.replaceAll(/[_-]+/g, " ").replace(/([a-z])([A-Z])/g, "$1 $2");

/**
 * Converts a value of the JSON object to the Markdown of an artifact: a string is kept, with its headings one level deeper, and
 * an array of strings becomes a list. Any other array or object stays JSON, which the artifact's own format parses.
 */
function bodyText(value: unknown): string {
  if (typeof value === "string") return value.replace(/^(#+)(?= )/gm, "$1#");
  if (Array.isArray(value) && value.every((one) => typeof one === "string"))
    return value.map((one) => `- ${one}`).join("\n");
  if (typeof value !== "object" || value === null) return String(value);
  return ["```json", JSON.stringify(value, null, 2), "```"].join("\n");
}
