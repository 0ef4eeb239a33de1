import { checkAnswer } from "./check-answer.ts";
import { applyEdits, type Edit } from "./edits.ts";
import { formatOf } from "./formats/formats.ts";
import type { GivenClaim } from "./formats/judged-claims.ts";
import type { AnswerLine, Span } from "./lines/answer-line.ts";
import { answerLines } from "./lines/answer-lines.ts";
import { fromJsonAnswer } from "./lines/json-answer.ts";
import type { Problem } from "./problems.ts";
import type { ReadArtifact } from "./read-artifact.ts";
import { bodyBlocks } from "./tables/body-blocks.ts";
import { fitTables } from "./tables/fit-tables.ts";
import { type FoundArtifact, findArtifacts } from "./titles/find-artifacts.ts";
import { createTitles, type ExpectedArtifact, sureness, type Titles } from "./titles/match-title.ts";
import { lastDrafts } from "./titles/superseded-drafts.ts";
import { closingTag, headingText } from "./titles/title-lines.ts";

/** What a step expects in an answer: the artifacts, and verdicts on the given claims. */
export type Expected = {
  artifacts: readonly ExpectedArtifact[];
  claims?: readonly GivenClaim[] | undefined;
};

export type ReadAnswer = {
  /** The whole answer in canonical Markdown: the text before the first artifact, then the artifacts. */
  markdown: string;
  preamble: string;
  artifacts: ReadArtifact[];
  /** The model's thinking and its earlier drafts, verbatim. They are not part of the document. */
  thinking: string[];
  problems: Problem[];
};

const longestPlainTitle = 60;

/**
 * Parses what a model wrote, in any format. Nothing is lost: unrecognized text stays where it is. An unreadable or missing
 * artifact is reported as a problem. Never throws, and takes linear time.
 */
export function readAnswer(raw: string, expected: Expected): ReadAnswer {
  const { artifacts, claims = [] } = expected;
  const titles = createTitles(artifacts);
  const isTitle = (line: string): boolean => {
    const heading = headingText(line);
    if (heading !== null) return (titles(heading)?.sureness ?? 0) > sureness.otherName;
    return line.length < longestPlainTitle && titles(line)?.sureness === sureness.title; // possibly an underlined heading
  };
  const isOtherName = (line: string): boolean =>
    /^ {0,3}#{1,3} /.test(line) && titles(headingText(line) ?? "") !== null;
  const { lines, thinking } = answerLines(raw, isTitle, isOtherName);
  const answer = fromJsonAnswer(lines, titles, artifacts) ?? lines;
  const text = answer.map((line) => line.text).join("\n");
  const all = findArtifacts(text, { artifacts, titles });
  const { artifacts: found, superseded } = lastDrafts(all, text);
  const read = found.map((one) => readArtifact(one, text, { expected, claims, titles }));
  const preamble = fitTables(demoted(text.slice(0, all[0]?.start ?? text.length), found.length > 0));
  const offsets = rawOffsets(answer);
  const unclaimed = found.filter(({ isExpected }) => !isExpected).map(({ title }) => `# ${title}`);
  return {
    markdown: [preamble, ...read.map(({ markdown }) => markdown)].reduce(apart, ""),
    preamble,
    artifacts: read.map(({ markdown: _, ...artifact }, index) => ({
      ...artifact,
      source: offsets(found[index] ?? { start: 0, end: 0 }),
    })),
    thinking: [...thinking, ...superseded.map(offsets)].map(({ start, end }) => raw.slice(start, end)),
    problems: checkAnswer(read, { artifacts, claims, unclaimed }),
  };
}

function readArtifact(
  { key, title, heading, depth, rest, start, bodyStart, end, isExpected, repeats }: FoundArtifact,
  text: string,
  { expected, claims, titles }: { expected: Expected; claims: readonly GivenClaim[]; titles: Titles },
): ReadArtifact & { markdown: string } {
  const wanted = expected.artifacts.find((one) => one.key === (isExpected ? baseKey(key) : key));
  const format = formatOf(isExpected ? baseKey(key) : key, { artifact: wanted, given: claims });
  const cuts = repeats.map((one) => ({
    ...{ start: one.start - bodyStart, end: one.end - bodyStart },
    text: one.rest === "" ? "" : `*${one.rest}*`,
  }));
  const written = applyEdits(text.slice(bodyStart, end), cuts);
  const below = relevel(withoutTags(written, titles), depth);
  const body = fitTables(format.normalise(rest === "" ? below : `\n\n*${rest}*\n\n${below.replace(/^\s*\n/, "")}`));
  const canonical = heading === `# ${title}` || (!isExpected && /^ {0,3}# /.test(heading)) ? heading : `# ${title}`;
  const gap =
    body === "" || body.startsWith("\n\n") ? "" : body.startsWith("\n") ? (canonical === heading ? "" : "\n") : "\n\n";
  const tail = end < text.length && !body.endsWith("\n") ? "\n\n" : "";
  return {
    ...{ key, title, heading, source: { start, end } },
    body: trimLines(body),
    entries: format.read(body),
    markdown: `${canonical}${gap}${body}${tail}`,
  };
}

/**
 * Joins two texts. If the first ends with a line that starts with a tag, separates them by a blank line: otherwise Markdown
 * would read the heading of the second as a part of the HTML.
 */
const apart = (before: string, next: string): string =>
  /(?:^|\n) {0,3}<[^\n]{0,300}\n$/.test(before.slice(-400)) ? `${before}\n${next}` : before + next;

/** The key without its number. A second artifact with the same title gets a numbered key, but is parsed like the first. */
const baseKey = (key: string): string => key.replace(/-\d+$/, "");

/** Removes the closing tags of artifacts that were written as `<risk_register>…</risk_register>`. */
function withoutTags(body: string, titles: Titles): string {
  if (!body.includes("</")) return body;
  const isClosing = (line: string) => titles(closingTag.exec(line)?.[1]?.replaceAll(/[_-]/g, " ") ?? "") !== null;
  return body
    .split("\n")
    .filter((line) => !closingTag.test(line) || !isClosing(line))
    .join("\n");
}

/** A level-1 heading above the first artifact is the document's title, not an artifact. */
function demoted(preamble: string, hasArtifacts: boolean): string {
  if (!hasArtifacts || preamble.trim() === "") return preamble;
  const edits = bodyBlocks(preamble)
    .filter(({ type, depth }) => type === "heading" && depth === 1)
    .map(({ start, end, text }): Edit => ({ start, end, text: text.trim() === "" ? "" : `**${text.trim()}**` }));
  const text = applyEdits(preamble, edits);
  return text.endsWith("\n") ? text : `${text}\n\n`;
}

/** Maps a range in the parsed text to the range of its lines in the raw text. */
function rawOffsets(lines: readonly AnswerLine[]): (span: Span) => Span {
  const starts: number[] = [];
  let at = 0;
  for (const { text } of lines) {
    starts.push(at);
    at += text.length + 1;
  }
  const lineAt = (offset: number): number => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  return ({ start, end }) => ({
    start: lines[lineAt(start)]?.start ?? 0,
    end: lines[lineAt(Math.max(start, end - 1))]?.end ?? 0,
  });
}

const trimLines = (text: string): string => text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();

/** A line that is longer than this is not a heading. */
const longestHeading = 2_000;

/** Moves the headings of an artifact's body below level 1, and keeps their depth relative to the artifact's own heading. */
function relevel(body: string, depth: number): string {
  if (!/#|^ {0,3}(?:=|-)/m.test(body)) return body;
  const own = depth > 6 ? 1 : depth;
  const edits = bodyBlocks(body).flatMap((block): Edit[] => {
    if (block.type !== "heading") return [];
    const wanted = Math.max(2, block.depth - own + 1);
    if (wanted === block.depth || block.raw.length > longestHeading) return [];
    const line =
      block.raw
        .split("\n")[0]
        ?.replace(/^ {0,3}#{1,6}[ \t]*|[ \t]+#+[ \t]*$/g, "")
        .trim() ?? "";
    const text = /^ {0,3}#/.test(block.raw) ? line : block.raw.split("\n").slice(0, -1).join(" ").trim();
    return [{ start: block.start, end: block.end, text: `${"#".repeat(wanted)} ${text}`.trimEnd() }];
  });
  return applyEdits(body, edits);
}
