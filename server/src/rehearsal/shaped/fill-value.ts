import type { Shape } from "#models";
import type { Source } from "./source.ts";

/** A number from the prompt that the schema allows; else 0 if it is allowed, else an allowed number near a bound. */
export function fillNumber(part: Shape, source: Source, about: string): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = part;
  const fits = (value: number): boolean =>
    (part.type !== "integer" || Number.isSafeInteger(value)) &&
    value >= (minimum ?? value) &&
    value <= (maximum ?? value) &&
    (exclusiveMinimum === undefined || value > exclusiveMinimum) &&
    (exclusiveMaximum === undefined || value < exclusiveMaximum) &&
    (multipleOf === undefined || value % multipleOf === 0);
  const low = minimum ?? exclusiveMinimum;
  const high = maximum ?? exclusiveMaximum;
  const step = multipleOf ?? 1;
  const bounds = [low, high].filter((bound) => bound !== undefined);
  const middle = low !== undefined && high !== undefined ? [(low + high) / 2] : [];
  const near = bounds.flatMap((bound) => {
    const multiple = Math.ceil(bound / step) * step;
    return [bound, multiple, multiple + step, multiple - step];
  });
  return [...source.numbers(about), 0, ...near, ...middle].find(fits) ?? 0;
}

/** Text that occurs verbatim in the prompt, of the allowed length, and in the required format if there is one. */
export function fillString(part: Shape, source: Source, about: string): string {
  const least = part.minLength ?? 0;
  const most = part.maxLength ?? Number.POSITIVE_INFINITY;
  const pattern = part.pattern === undefined ? undefined : new RegExp(part.pattern, "u");
  const fits = (text: string): boolean =>
    text.length >= least && text.length <= most && (pattern === undefined || pattern.test(text));
  const found = [...foundIn(source.text, part), ...(usualOf[part.format ?? ""] ?? [])].find(fits);
  if (found !== undefined) return found;
  let text = source.quote(about);
  while (text.length < least) text += ` ${source.quote(about)}`;
  const short = clipTo(text, most);
  return short.length >= least ? short : text.slice(0, most);
}

/** The parts of the prompt that have the required format, such as `F3` if the pattern asks for a letter and a digit. */
function foundIn(text: string, { pattern, format }: Shape): string[] {
  const wanted = formOf[format ?? ""] ?? (pattern === undefined ? undefined : pattern.replace(/^\^|\$$/g, ""));
  if (wanted === undefined) return [];
  return [...text.matchAll(new RegExp(wanted, "gu"))].map(([found]) => found);
}

const formOf: Record<string, string> = {
  date: String.raw`\b\d{4}-\d{2}-\d{2}\b`,
  "date-time": String.raw`\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z`,
  email: String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`,
  uri: String.raw`https?:\/\/[^\s<>"”)]+[^\s<>"”).,;]`,
};

/** Values for required formats that the prompt does not contain. A reader recognises them as placeholders. */
const usualOf: Record<string, string[]> = {
  date: ["2000-01-01"],
  "date-time": ["2000-01-01T00:00:00Z"],
  email: ["nobody@example.org"],
  uri: ["https://example.org/"],
  uuid: ["00000000-0000-0000-0000-000000000000"],
};

/** Shortens a text to at most `most` characters, and ends it after a whole word if possible. */
function clipTo(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most + 1);
  const end = cut.lastIndexOf(" ");
  return end > 0 ? cut.slice(0, end) : text.slice(0, most);
}
