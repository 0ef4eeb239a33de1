import { type MarkdownBlock, parseMarkdown } from "#platform";
import { headingKey } from "../../artifacts/heading-key.ts";
import { squash } from "../words.ts";
import { innerHeadings } from "./known-titles.ts";
import { type ExpectedArtifact, sureness, type TitleMatch, type Titles } from "./match-title.ts";
import { boldLine, listedLine, taggedLine, unspacedHeading } from "./title-lines.ts";

/**
 * Each artifact becomes a database row and a file, so a text that has only headings must not yield a hundred thousand
 * artifacts.
 */
const mostArtifacts = 200;

/** An artifact in the text of an answer, by character offsets: `start` to `bodyStart` is its heading. */
export type FoundArtifact = {
  key: string;
  /** The expected title, or the heading as written. */
  title: string;
  heading: string;
  /** The level of its heading; `deepest + 1` for a title that is not a Markdown heading. */
  depth: number;
  /** Words of the heading that are not part of the title. */
  rest: string;
  isExpected: boolean;
  start: number;
  bodyStart: number;
  end: number;
  /** Headings inside it that repeat its own: a model that was cut off writes `# Claims (continued)`. */
  repeats: { start: number; end: number; rest: string }[];
};

const deepest = 6;
/** Levels of titles that are not Markdown headings: in bold or HTML, as a list item, or as a line of their own. */
const levels = { bold: 7, item: 8, plain: 9 } as const;

type Candidate = { start: number; end: number; level: number; text: string; match: TitleMatch | null };

/**
 * The artifacts of a text, in order. Titles are searched for at every level. The level with the most titles is the
 * artifacts' level: at this level, unexpected headings start artifacts, too.
 */
export function findArtifacts(
  text: string,
  { artifacts, titles }: { artifacts: readonly ExpectedArtifact[]; titles: Titles },
): FoundArtifact[] {
  const candidates = findCandidates(text, titles);
  const level = artifactLevel(candidates, artifacts);
  const named = guessByOrder(choose(candidates, level), artifacts, level);
  const opening = openingOnes(named, { level, text }).slice(0, mostArtifacts);
  const titleOf = new Map(artifacts.map(({ key, title }) => [key, title]));
  const taken = new Set<string>();
  const isRepeat = (one: Candidate, before: Candidate | undefined) =>
    one.match !== null && one.match.key === before?.match?.key;
  const firsts = opening.filter((one, index) => !isRepeat(one, opening[index - 1]));
  return firsts.map((one, index) => {
    const wanted = one.match?.key ?? headingKey(one.text);
    const key = freeKey(wanted, taken);
    taken.add(key);
    const end = firsts[index + 1]?.start ?? text.length;
    return {
      key,
      title: (one.match && titleOf.get(one.match.key)) || one.text.trim() || "Untitled",
      heading: text.slice(one.start, one.end),
      depth: Math.min(one.level, deepest + 1),
      rest: one.match?.rest ?? "",
      isExpected: one.match !== null,
      start: one.start,
      bodyStart: one.end,
      end,
      repeats: repeatsOf(one, opening, end),
    };
  });
}

function repeatsOf(one: Candidate, all: readonly Candidate[], end: number): FoundArtifact["repeats"] {
  const repeats: FoundArtifact["repeats"] = [];
  for (let index = all.indexOf(one) + 1; index < all.length; index += 1) {
    const other = all[index];
    if (!other || other.start >= end) break;
    repeats.push({ start: other.start, end: other.end, rest: other.match?.rest ?? "" });
  }
  return repeats;
}

function findCandidates(text: string, titles: Titles): Candidate[] {
  return parseMarkdown(text).flatMap((block): Candidate[] => {
    if (block.type === "heading") {
      const match = numbered.test(block.text) ? null : titles(block.text);
      return [{ start: block.start, end: block.end, level: block.depth, text: block.text, match }];
    }
    if (block.type === "list") return listCandidates(block, text, titles);
    if (block.type === "paragraph" || block.type === "html") return lineCandidates(block, text, titles);
    return [];
  });
}

/** Lines in bold or HTML that contain only a title, and the first line of a block if it is a title. */
function lineCandidates(block: MarkdownBlock, text: string, titles: Titles): Candidate[] {
  const candidates: Candidate[] = [];
  let start = block.start;
  for (const line of text.slice(block.start, block.end).split("\n")) {
    const end = start + line.length;
    const unspaced = unspacedHeading(line);
    const marked = unspaced?.text ?? boldLine(line) ?? taggedLine(line);
    const isFirst = start === block.start;
    const said = marked ?? (isFirst && line.length < 100 && !/^\s*[*_`]/.test(line) ? line.trim() : null);
    const match = said === null ? null : titles(said);
    const level = unspaced?.depth ?? (marked === null ? levels.plain : levels.bold);
    const isSure = match !== null && (marked !== null || (match.sureness >= sureness.within && match.rest === ""));
    if (said !== null && match && isSure) candidates.push({ start, end, level, text: said, match });
    start = end + 1;
  }
  return candidates;
}

/**
 * Titles that are list items with text below them. A list of only titles is a table of contents. In other lists, a numbered
 * title in bold needs no text below it: if its text is a numbered list, Markdown reads this list as the next items.
 */
function listCandidates(list: MarkdownBlock, text: string, titles: Titles): Candidate[] {
  const items = list.children.map((item) => {
    const lineEnd = text.indexOf("\n", item.start);
    const end = lineEnd < 0 || lineEnd > item.end ? item.end : lineEnd;
    const line = end - item.start < 200 ? text.slice(item.start, end) : "";
    const said = line === "" ? null : listedLine(line);
    const match = said === null ? null : titles(said);
    const isTitle = match?.sureness === sureness.title && match.rest === "";
    return { start: item.start, end, line, said, match, isTitle, hasText: item.end > end };
  });
  const isMixed = items.some(({ isTitle }) => !isTitle);
  return items.flatMap(({ start, end, line, said, match, isTitle, hasText }): Candidate[] => {
    const isOpen = hasText || items.length === 1 || (isMixed && boldItem.test(line));
    return said !== null && isTitle && isOpen ? [{ start, end, level: levels.item, text: said, match }] : [];
  });
}

const boldItem = /^ {0,3}\d{1,3}[.)][ \t]+\*\*[^*\n]{1,200}\*\*[:：]?[ \t]*$/u;

/**
 * The level at which the most expected artifacts are found. If none is found, the first of the levels 1 to 3 that has as
 * many headings as there are expected artifacts, else level 1.
 */
function artifactLevel(candidates: readonly Candidate[], artifacts: readonly ExpectedArtifact[]): number {
  const keysAt = new Map<number, Set<string>>();
  for (const { level, match } of candidates) {
    if (match) keysAt.set(level, (keysAt.get(level) ?? new Set()).add(match.key));
  }
  const byCount = [...keysAt].sort(([a, keys], [b, others]) => others.size - keys.size || a - b);
  const best = byCount[0]?.[0];
  if (best !== undefined) return best;
  const depths = [1, 2, 3].filter(
    (depth) => artifacts.length > 1 && candidates.filter(({ level }) => level === depth).length === artifacts.length,
  );
  return depths[0] ?? 1;
}

const continued = /[([–—-]\s{0,3}(?:continued|cont['’.]?d?|fortsetzung|forts\.|suite|vervolg)[.)\]]*\s*$/iu;

/** Keeps all matches at the level of artifacts and, for an artifact missing there, the most certain match elsewhere. */
function choose(candidates: readonly Candidate[], level: number): Candidate[] {
  const surest = new Map<string, number>();
  const isThere = new Set<string>();
  for (const { match, level: at } of candidates) {
    if (!match) continue;
    surest.set(match.key, Math.max(surest.get(match.key) ?? 0, match.sureness));
    if (at === level && match.sureness > sureness.otherName) isThere.add(match.key);
  }
  const first = new Map<string, Candidate>();
  const resumed = new Set<Candidate>();
  for (const [index, one] of candidates.entries()) {
    const { match } = one;
    // `# Claims (continued)` continues the artifact that began at `## Claims`, so both headings count.
    if (match && one.level === level && continued.test(one.text)) {
      const before = candidates.slice(0, index).findLast((other) => other.match !== null);
      if (before?.match?.key === match.key) resumed.add(before);
    }
    if (!match || isThere.has(match.key) || match.sureness !== surest.get(match.key)) continue;
    if (match.sureness === sureness.otherName && one.level > level) continue; // a heading inside another artifact
    const before = first.get(match.key);
    if (!before || one.level < before.level) first.set(match.key, one);
  }
  const counts = (one: Candidate): boolean => {
    const { match } = one;
    if (!match) return false;
    if (resumed.has(one)) return true;
    if (isThere.has(match.key)) return one.level === level && match.sureness > sureness.otherName;
    return first.get(match.key) === one;
  };
  return candidates.map((one) => (counts(one) ? one : { ...one, match: null }));
}

/**
 * Assigns headings in an unknown language to missing artifacts by their order. Does so only if at least half of the
 * artifacts are missing and there are as many unknown headings as missing artifacts between two known headings (or between
 * a known heading and the start or end of the text).
 */
function guessByOrder(
  candidates: readonly Candidate[],
  artifacts: readonly ExpectedArtifact[],
  level: number,
): Candidate[] {
  const found = new Set(candidates.flatMap(({ match }) => match?.key ?? []));
  const missing = artifacts.filter(({ key }) => !found.has(key));
  if (level > deepest || artifacts.length < 3 || missing.length * 2 < artifacts.length) return [...candidates];
  const places = new Map(artifacts.map(({ key }, index) => [key, index]));
  const result = [...candidates];
  let run: number[] = [];
  let before = -1;
  const settle = (next: number) => {
    const between = artifacts.slice(before + 1, next).filter(({ key }) => !found.has(key));
    if (run.length === between.length) {
      for (const [index, at] of run.entries()) {
        const [one, artifact] = [result[at], between[index]];
        if (one && artifact) result[at] = { ...one, match: { key: artifact.key, sureness: 1, rest: "" } };
      }
    }
    run = [];
  };
  for (const [index, { match, level: at }] of candidates.entries()) {
    if (at !== level) continue;
    if (match === null) run.push(index);
    else {
      settle(places.get(match.key) ?? before + 1);
      before = places.get(match.key) ?? before;
    }
  }
  settle(artifacts.length);
  return result;
}

/**
 * Headings of entries within an artifact, such as `M1: Architecture` or `Phase 2`. They are never the title of an artifact.
 */
const numbered =
  /^[*_[(]*(?:[RMWQC]\s?[-–.]?\s?\d|(?:phase|milestone|requirement|task|work item|node|step|meilenstein|anforderung)\s+\w?[-–]?\d)/iu;

/** A number, a keycap or an emoji in front of a heading. */
const decorated = /^[\s*_]*(?:\d{1,3}(?:[.):]|\ufe0f)|\p{Extended_Pictographic})/u;

/** Keeps the headings that start an artifact. Other headings are parts of the artifact before them. */
function openingOnes(all: readonly Candidate[], { level, text }: { level: number; text: string }): Candidate[] {
  const titles = all.filter((one) => one.match !== null && one.level === level);
  const areDecorated = titles.length > 1 && titles.every((one) => decorated.test(one.text));
  let open = "";
  let hasParts = false;
  return all.filter((one, index) => {
    const before = all[index - 1];
    if (one.match) {
      open = one.match.key;
      hasParts = false;
      return true;
    }
    if (level > deepest || one.level > level || numbered.test(one.text)) return false;
    if (innerHeadings[open]?.some((name) => squash(name) === squash(one.text))) return false;
    // A heading is part of the artifact above it if that artifact's own heading has no text directly below it, or if all
    // titles are decorated and this heading is not.
    if (open !== "") {
      hasParts ||= before?.match != null && text.slice(before.end, one.start).trim() === "";
      if (hasParts || (areDecorated && !decorated.test(one.text))) return false;
    }
    // A heading above the artifacts' level that is followed directly by the next heading only introduces a group of
    // artifacts.
    const next = all[index + 1];
    if (one.level < level && next && /^[-*_\s]*$/.test(text.slice(one.end, next.start))) return false;
    open = "";
    return true;
  });
}

function freeKey(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}-${number}`)) number++;
  return `${wanted}-${number}`;
}
