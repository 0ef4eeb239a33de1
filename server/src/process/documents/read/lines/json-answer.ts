import { parseJson } from "../read-json.ts";
import { type ExpectedArtifact, sureness, type Titles } from "../titles/match-title.ts";
import type { AnswerLine } from "./answer-line.ts";

const mostJson = 2_000_000;

/** Converts an answer to Markdown if it is one JSON object with an artifact per key; otherwise returns null. */
export function fromJsonAnswer(
  lines: readonly AnswerLine[],
  titles: Titles,
  artifacts: readonly ExpectedArtifact[],
): AnswerLine[] | null {
  const written = lines.filter(({ text }) => !/^(?:(?:`{3,}|~{3,})\s*(?:json)?)?$/i.test(text.trim()));
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
  return parts
    .join("\n")
    .split("\n")
    .map((line) => ({ text: line, start, end }));
}

const words = (key: string): string => key.replaceAll(/[_-]+/g, " ").replace(/([a-z])([A-Z])/g, "$1 $2");

/** A text stays as it is; a list of sentences becomes a list; anything else stays JSON, which the artifact's own format parses. */
function bodyText(value: unknown): string {
  if (typeof value === "string") return value.replace(/^(#+)(?= )/gm, "$1#");
  if (Array.isArray(value) && value.every((one) => typeof one === "string"))
    return value.map((one) => `- ${one}`).join("\n");
  if (typeof value !== "object" || value === null) return String(value);
  return ["```json", JSON.stringify(value, null, 2), "```"].join("\n");
}
