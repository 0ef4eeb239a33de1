import { ofAllLanguages } from "./languages.ts";
import { marks } from "./mark-names.ts";

/**
 * What a line says about the author, judged by its words alone. *stated*: beside the name is a word of authorship (“Written
 * by N”, “| Author | N |”, “Best regards, N”). *bare*: beside the name are at most words such as “your assistant” or
 * “model”. Any other word makes the line content: null.
 */
export type Signature = "stated" | "bare" | null;

const setOf = (words: readonly string[]): Set<string> =>
  new Set(words.flatMap((word) => word.toLowerCase().match(wordPattern) ?? []));
const wordPattern = /\p{L}[\p{L}\p{M}]*|©/gu;
const longest = 200;

const signing = setOf(ofAllLanguages("signing"));
const beside = setOf(ofAllLanguages("beside"));
/** Further words that a line with a word of authorship may contain. */
const stating = setOf(ofAllLanguages("stating"));
const closings = new Set(ofAllLanguages("closings").map(lettersOf));
const closingWords = setOf([...closings]);
/** A sentence is content: “N is written by V”, “the plan by N is old”. */
const sentence = new RegExp(`${marks.any}.*(?<!\\p{L})(?:is|was|are|has)(?!\\p{L})`, "u");
const anyMark = new RegExp(marks.any, "gu");
const namedMark = new RegExp(marks.signing, "u");
const modelMarks = new RegExp(marks.model, "gu");

function lettersOf(text: string): string {
  return (text.toLowerCase().match(wordPattern) ?? []).join(" ");
}

/** A date: the only digits that a signature may contain. */
const date =
  /\b(?:\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\d{1,2}\2\d{2,4}|\d{1,2}(?:st|nd|rd|th)?\.?(?= \p{L})|(?:19|20)\d\d)/gu;
const tag = /<\/?\w{1,10}(?: [^<>]{0,80})?>/g;
/** Digits, prices and the symbols of a comparison, which make a line content. */
const contentMark = /[\p{N}\p{Sc}%?→✓✔✅✗❌☑★⭐]/u;

/** Reads a line; null if it contains no name or is content. */
export function signatureOf(line: string): Signature {
  if (line.length > longest || !namedMark.test(line)) return null;
  const rest = line.replace(tag, " ").replace(anyMark, " ").replace(date, " ");
  if (contentMark.test(rest) || sentence.test(line)) return null;
  const words = rest.toLowerCase().match(wordPattern) ?? [];
  const states = words.some((word) => signing.has(word)) || closings.has(words.join(" "));
  const known = (word: string) => beside.has(word) || signing.has(word);
  if (!words.every((word) => known(word) || (states && (closingWords.has(word) || stating.has(word))))) return null;
  const models = line.match(modelMarks)?.length ?? 0;
  if (states && models > 0) return "stated";
  return models > 1 ? null : "bare";
}

/** True for a closing, the line above a name: “Best regards,”, “Your assistant”. */
export function isClosing(line: string): boolean {
  if (line.length > longest || line.includes(marks.open) || /^#|[:：|]\s*$/u.test(line)) return false;
  const text = lettersOf(line);
  if (closings.has(text)) return true;
  const words = text.split(" ");
  return words.length > 1 && words.length < 4 && words.every((word) => beside.has(word) || signing.has(word));
}
