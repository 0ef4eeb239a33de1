import {
  bulletOf,
  endsArtifact,
  indexesAbove,
  isBlank,
  isHeading,
  isMetadata,
  isQuote,
  isRow,
  isRuler,
  type Line,
  readLines,
} from "./document-lines.ts";
import { hideAuthorCells, withoutAuthor } from "./hide-names-in-lines.ts";
import { marks } from "./mark-names.ts";
import { isClosing } from "./signature-line.ts";

/**
 * Removes lines that say who wrote a text. A stated author (“Written by N”) is removed wherever it has a line of its own. A
 * bare name is a signature only at the start or the end of the text or of an artifact, and only outside lists, tables and
 * labels: below “Suppliers:” or among other entries, the same line is content.
 */
export function hideSignatures(text: string): { text: string; signed: boolean } {
  const lines = readLines(text);
  const gone = new Set<number>();
  lines.forEach((line, index) => {
    if (line.signs === "stated" && isStatement(lines, index)) gone.add(index);
  });
  hideEnds(lines, gone);
  hideStart(lines, gone);
  hideAuthorCells(lines);
  const hidden = lines.flatMap((line, index) => (gone.has(index) ? [] : [withoutAuthor(line)])).join("\n");
  return { text: hidden, signed: hidden !== text };
}

/** Another model's name, or part of a display name, is a signature only in the form of a signature, such as after a dash. */
const otherMark = new RegExp(`${marks.other}|${marks.nickname}`, "u");
const modelMarks = new RegExp(marks.model, "gu");
const strangeMark = new RegExp(marks.strange, "u");
const title = new RegExp(`^#\\s+${marks.own}\\s*$`, "u");

/**
 * True if a line that states the author can be removed. The heading row of a table cannot be removed. If a list has several
 * entries, an entry can be removed only if it has a label (“Author: N”).
 */
function isStatement(lines: readonly Line[], index: number): boolean {
  const line = lines[index];
  if (!line || !strangeMark.test(line.text)) return false;
  if (isRow(line)) return !isRuler(lines[index + 1]);
  const bullet = bulletOf(line);
  const siblings = [lines[index - 1], lines[index + 1]].some((one) => one && !isBlank(one) && bulletOf(one) === bullet);
  return bullet === null || !siblings || /[:：]/.test(line.text);
}

/**
 * Marks the signatures at the end of the text and of each artifact as gone, each with the closing above it. From each end it
 * reads upwards to the first line of content. If this line itself ends with a signature, only the signature is removed.
 */
function hideEnds(lines: readonly Line[], gone: Set<number>): void {
  const above = indexesAbove(lines, gone);
  let atEnd = true;
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines[index];
    if (!line || isBlank(line) || gone.has(index)) continue;
    if (endsArtifact(line)) atEnd = true;
    else if (atEnd && !(line.signs === null && isMetadata(line))) {
      const first = firstOfSignature(lines, above, index);
      const top = above[first] ?? -1;
      const closes = line.signs !== null && lines[top] !== undefined && isClosing(lines[top].text);
      atEnd =
        line.signs !== null &&
        !isHeading(line) &&
        (closes || standsAlone(lines[first] ?? line, lines[top], first - top));
      if (atEnd) for (let at = closes ? top : first; at <= index; at += 1) gone.add(at);
      else line.text = line.text.replace(trailing, "");
    }
  }
}

/**
 * Finds the first line of a signature that has several: “Claude Opus 5.5” above “Anthropic”, or the author's name in
 * different forms. Several names in lines of the same form are a list.
 */
function firstOfSignature(lines: readonly Line[], above: readonly number[], last: number): number {
  const namesIn = (index: number) => lines[index]?.text.match(modelMarks)?.length ?? 0;
  let first = last;
  let names = namesIn(last);
  for (let count = 0; count < 3; count += 1) {
    const [lower, up] = [lines[first], above[first] ?? -1];
    const upper = lines[up];
    if (!lower || upper?.signs !== "bare") break;
    const isOtherForm = bulletOf(upper) !== bulletOf(lower);
    const isSameSigner = isOtherForm
      ? !otherMark.test(upper.text) && !otherMark.test(lower.text)
      : first - up === 1 && bulletOf(lower) === null && names + namesIn(up) === 1;
    if (!isSameSigner) return last;
    names = isOtherForm ? 1 : names + namesIn(up);
    first = up;
  }
  return first;
}

/** A name that signs at the end of a line of content: “That is all. — N”. */
const trailing = new RegExp(
  `(?<=[.!?…)”"*_]) {0,3}[–—―-]{1,2} ?[*_]{0,3}${marks.signing}[*_.! ]{0,5}\\p{Emoji_Presentation}?\\s*$`,
  "u",
);

/**
 * True if a bare name is neither a list entry nor an answer that belongs to the line above. After a dash or an emoji, it
 * signs the paragraph above. In any other form, it must be a separate paragraph below a complete sentence, list or table,
 * and must not be another model's name.
 */
function standsAlone(line: Line, above: Line | undefined, distance: number): boolean {
  if (above === undefined || (endsArtifact(above) && !isHeading(above))) return true;
  if (isHeading(above) || above.code || above.signs !== null || /[:：]\s*[*_]*\s*$/.test(above.text)) return false;
  if (isQuote(line) && isQuote(above)) return false;
  const bullet = bulletOf(line);
  if (bullet !== null && (bullet === bulletOf(above) || bullet.startsWith("1"))) return false;
  if (/^(?:--|[–—―~])$/.test(bullet ?? "") || /^[\s>*_]*\p{Emoji_Presentation}/u.test(line.text)) return true;
  const isWhole = isRow(above) || bulletOf(above) !== null || /[.!…)”"*_。！؟]\s*$/u.test(above.text);
  return distance > 1 && isWhole && !otherMark.test(line.text) && !sentenceOfName.test(line.text);
}
const sentenceOfName = new RegExp(`^[\\s>*_]*${marks.any}[*_]*\\.[\\s*_]*$`, "u");

/**
 * Marks signatures at the start as gone: a name before the first heading, a title that is only the author's name, or a label
 * (“Model: N”) in the metadata below the heading.
 */
function hideStart(lines: readonly Line[], gone: Set<number>): void {
  let below = false;
  for (const [index, line] of lines.entries()) {
    if (isBlank(line) || gone.has(index)) continue;
    const next = lines[index + 1];
    const ends = isBlank(next) || (next !== undefined && (isHeading(next) || isMetadata(next)));
    const isByline = below ? isMetadata(line) : !/[-*+•\d]/.test(bulletOf(line) ?? "");
    if (
      ends &&
      (title.test(line.text) || (line.signs !== null && isByline && !isHeading(line) && !otherMark.test(line.text)))
    )
      gone.add(index);
    else if (isHeading(line) && !below) below = true;
    else if (!isMetadata(line)) return;
  }
}
