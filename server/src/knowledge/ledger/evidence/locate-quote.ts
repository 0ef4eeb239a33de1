import { type EvidenceSection, isEvidenceSection, type Range, type SectionIndex } from "../bundle/sections.ts";
import { type Folded, fold } from "./fold.ts";

/** A bundle's text with the index that was stored when it was composed. */
export type BundleText = { text: string; sections: readonly SectionIndex[] };

/** A model's reference to its evidence. Only the words of the quote are trusted. */
export type QuoteHint = {
  quote: string;
  start?: number | undefined;
  end?: number | undefined;
  section?: string | undefined;
};

export type QuoteFault =
  | "empty-quote"
  | "quote-too-long"
  | "quote-too-short"
  | "broken-character"
  | "not-in-bundle"
  | "not-evidence"
  | "ambiguous";

export type Located =
  | { ok: true; range: Range; section: EvidenceSection; reanchored: boolean }
  | { ok: false; fault: QuoteFault };

const maxQuoteLength = 250;
/** A quote shorter than this occurs in too many places to be found without offsets. */
const minQuoteLength = 3;
/** Models add quotation marks that the turn does not have. */
const wrapped = /^["'“”„«‘](.*)["'“”»’]$/s;
/** A quote that occurs in more places than this is found only by exact offsets. */
const maxPlaces = 1_000;

/**
 * Finds the one position of the quote in the bundle. Exact offsets decide; wrong offsets only select the nearest of
 * several positions. A position in metadata, in a question or across sections is not evidence.
 */
export function locateQuote(bundle: BundleText, hint: QuoteHint): Located {
  const quote = hint.quote.trim();
  if (quote === "") return { ok: false, fault: "empty-quote" };
  if (hint.quote.length > maxQuoteLength) return { ok: false, fault: "quote-too-long" };
  if (!quote.isWellFormed()) return { ok: false, fault: "broken-character" };
  const exact = atOffsets(bundle, hint);
  if (exact) return exact;
  if (quote.length < minQuoteLength) return { ok: false, fault: "quote-too-short" };
  const unwrapped = quote.replace(wrapped, "$1");
  const places = placesOf(bundle, quote, hint.section);
  if (places.length === 0 && unwrapped.length >= minQuoteLength)
    places.push(...placesOf(bundle, unwrapped, hint.section));
  const [only, second] = places;
  if (!only) return { ok: false, fault: standsOutsideEvidence(bundle, quote) ? "not-evidence" : "not-in-bundle" };
  if (!second) return found(only);
  if (places.length > maxPlaces) return { ok: false, fault: "ambiguous" };
  const whole = places.filter(({ range }) => !cutsWord(bundle.text, range));
  const nearest = chooseNearest(bundle, whole.length > 0 ? whole : places, hint.start);
  return nearest ? found(nearest) : { ok: false, fault: "ambiguous" };
}

type Place = { range: Range; section: EvidenceSection };

function found({ range, section }: Place): Located {
  if (range.end - range.start > maxQuoteLength) return { ok: false, fault: "quote-too-long" };
  return { ok: true, range, section, reanchored: true };
}

/** The given offsets, if the quote is exactly there and the position is evidence. */
function atOffsets({ text, sections }: BundleText, { quote, start, end }: QuoteHint): Located | undefined {
  if (!Number.isInteger(start) || start === undefined || start < 0) return undefined;
  if (end !== undefined && end !== start + quote.length) return undefined;
  if (!text.startsWith(quote, start)) return undefined;
  const range = trimmed(text, { start, end: start + quote.length });
  const section = sectionAt(sections, range);
  return section && { ok: true, range, section, reanchored: false };
}

/** Every position of the quote in evidence. The section that the model names is searched first. */
function placesOf(bundle: BundleText, quote: string, hinted: string | undefined): Place[] {
  const evidence = bundle.sections.filter(({ section }) => isEvidenceSection(section));
  const named = evidence.filter(({ section }) => section === hinted);
  const inNamed = named.flatMap((index) => placesIn(bundle.text, index, quote));
  return inNamed.length > 0 ? inNamed : evidence.flatMap((index) => placesIn(bundle.text, index, quote));
}

function placesIn(text: string, { section, parts }: SectionIndex, quote: string): Place[] {
  if (!isEvidenceSection(section)) return [];
  return parts.flatMap((part) => {
    const ranges =
      occurrences(text.slice(part.start, part.end), quote) ??
      foldedOccurrences(foldedPart(text, part), fold(quote).text.trim());
    return ranges.map(({ start, end }) => ({
      section,
      range: trimmed(text, { start: part.start + start, end: part.start + end }),
    }));
  });
}

function occurrences(text: string, words: string): Range[] | undefined {
  let at = text.indexOf(words);
  if (at < 0) return undefined;
  const ranges: Range[] = [];
  for (; at >= 0 && ranges.length <= maxPlaces; at = text.indexOf(words, at + 1))
    ranges.push({ start: at, end: at + words.length });
  return ranges;
}

/** Caches folded parts: folding a long turn again for each of five hundred operations would take minutes. */
const foldedParts = new WeakMap<Range, Folded>();

function foldedPart(text: string, part: Range): Folded {
  const folded = foldedParts.get(part) ?? fold(text.slice(part.start, part.end));
  foldedParts.set(part, folded);
  return folded;
}

function foldedOccurrences({ text, starts, ends }: Folded, words: string): Range[] {
  if (words.length < minQuoteLength) return [];
  return (occurrences(text, words) ?? []).map(({ start, end }) => ({
    start: starts[start] ?? 0,
    end: ends[end - 1] ?? 0,
  }));
}

function standsOutsideEvidence({ text, sections }: BundleText, quote: string): boolean {
  return text.includes(quote) || sections.some(({ range }) => foldedPart(text, range).text.includes(quote));
}

function chooseNearest(bundle: BundleText, places: readonly Place[], start: number | undefined): Place | undefined {
  const [first, ...others] = places;
  if (!first || others.length === 0) return first;
  if (start === undefined || !Number.isFinite(start)) return undefined;
  const [counted, ...more] = places.filter((place) => isCountedTo(bundle, place, start));
  if (counted && more.length === 0) return counted;
  const distance = ({ range }: Place) => Math.abs(range.start - start);
  const nearest = others.reduce((best, place) => (distance(place) < distance(best) ? place : best), first);
  const equallyNear = places.filter((place) => distance(place) === distance(nearest));
  return equallyNear.length === 1 ? nearest : undefined;
}

/**
 * True if the offset points to the place. The offset may be counted in characters or UTF-8 bytes, from the start of the
 * bundle or of the section.
 */
function isCountedTo({ text, sections }: BundleText, { range, section }: Place, start: number): boolean {
  const own = sections.find((one) => one.section === section)?.range.start ?? 0;
  return [0, own].some((from) => {
    const before = text.slice(from, range.start);
    return from + Buffer.byteLength(before) === start || from + characters(before) === start;
  });
}

const characters = (text: string): number => text.length - (text.match(/[\ud800-\udbff]/g)?.length ?? 0);

function sectionAt(sections: readonly SectionIndex[], { start, end }: Range): EvidenceSection | undefined {
  const holder = sections.find(({ parts }) => parts.some((part) => part.start <= start && end <= part.end));
  return holder && isEvidenceSection(holder.section) ? holder.section : undefined;
}

function trimmed(text: string, { start, end }: Range): Range {
  const words = text.slice(start, end);
  return {
    start: start + (words.length - words.trimStart().length),
    end: end - (words.length - words.trimEnd().length),
  };
}

const wordUnit = /[\p{L}\p{M}\p{N}]/u;

/** True if a range begins or ends in the middle of a word or number. */
function cutsWord(text: string, { start, end }: Range): boolean {
  return cutsAt(text, start) || cutsAt(text, end);
}

function cutsAt(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  return wordUnit.test(unitBefore(text, at)) && wordUnit.test(String.fromCodePoint(text.codePointAt(at) ?? 32));
}

function unitBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff && at > 1 ? text.slice(at - 2, at) : text.slice(at - 1, at);
}
