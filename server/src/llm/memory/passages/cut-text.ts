import { type Block, sizes } from "./block.ts";
import { findBlocks } from "./find-blocks.ts";
import { type Span, splitProse, splitWhole } from "./split-span.ts";

/** A passage of a text: its position, and the headings above it. */
export type Passage = Span & { headings: string[] };

/**
 * Cuts a text into passages by its Markdown structure. Passages are in order and do not overlap, with only white space between
 * them. They are yielded in batches, so that the caller can do other work between batches of a long text.
 */
export function* cutText(text: string): Generator<Passage[]> {
  let path: { depth: number; title: string }[] = [];
  let section: Block[] = [];
  let hasText = false;
  function* close(): Generator<Passage[]> {
    const headings = path.map(({ title }) => title);
    for (const spans of cutSection(text, section)) yield spans.map((span) => ({ ...span, headings }));
    section = [];
    hasText = false;
  }
  for (const blocks of findBlocks(text)) {
    for (const block of blocks) {
      if (block.kind === "heading") {
        // A heading directly below another heading starts no new passage.
        if (hasText) yield* close();
        path = [
          ...path.filter(({ depth }) => depth < block.depth),
          { depth: block.depth, title: titleOf(text, block) },
        ];
      }
      section.push(block);
      hasText ||= block.kind !== "heading";
    }
    yield [];
  }
  yield* close();
}

const titleOf = (text: string, { start, end }: Block): string =>
  text
    .slice(start, Math.min(end, start + 200))
    .replace(/^\s*#{1,6}\s*|\s*#*\s*$|\n[=-]+\s*$/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** The number of passages in a batch. A batch takes a few milliseconds. */
const inOneGo = 20;

/** The passages below one heading. */
function* cutSection(text: string, section: Block[]): Generator<Span[]> {
  const parts = section.flatMap((block) => cutBlock(text, block)).filter((span) => span.end > span.start);
  let spans: Span[] = [];
  for (let first = 0; first < parts.length; ) {
    const last = lastOfPassage(text, parts, first);
    const [from, to] = [parts[first], parts[last]];
    if (from && to) spans.push({ start: from.start, end: to.end });
    first = last + 1;
    if (spans.length < inOneGo) continue;
    yield spans;
    spans = [];
  }
  yield spans;
}

/** A block, or its parts if it is too long, without surrounding white space. */
function cutBlock(text: string, block: Block): Span[] {
  const most = block.kind === "whole" ? sizes.mostWhole : sizes.most;
  const span = trim(text, block);
  if (span.end - span.start <= most) return [span];
  const parts = block.kind === "whole" ? splitWhole(text, span) : splitProse(text, span);
  return parts.map((part) => trim(text, part));
}

function trim(text: string, { start, end }: Span): Span {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(text.charAt(from))) from++;
  while (to > from && /\s/.test(text.charAt(to - 1))) to--;
  return { start: from, end: to };
}

/**
 * The index of the last part of the passage that starts with part `first`. If all remaining parts fit, it is the last
 * of them; otherwise it is the part after which the topic shifts most.
 */
function lastOfPassage(text: string, parts: Span[], first: number): number {
  const start = parts[first]?.start ?? 0;
  const lengthTo = (index: number) => (parts[index]?.end ?? start) - start;
  if (lengthTo(parts.length - 1) <= sizes.aim) return parts.length - 1;
  let best = { index: first, worth: Number.NEGATIVE_INFINITY };
  let looked = Number.NEGATIVE_INFINITY;
  for (let index = first; index < parts.length && (index === first || lengthTo(index) <= sizes.most); index++) {
    // If parts are short, some ends are skipped, because the text around neighbouring ends is nearly the same.
    if (index < parts.length - 1 && lengthTo(index) < looked + apart) continue;
    looked = lengthTo(index);
    const worth = index === parts.length - 1 ? worthOfEnd : 1 - cohesionAt(text, parts, index);
    // The shift of topic matters most, and then how close the passage is to the intended size.
    const misfit = Math.abs(lengthTo(index) - sizes.aim) / sizes.aim + (lengthTo(index) < sizes.least ? 1 : 0);
    if (worth - misfit / 4 > best.worth) best = { index, worth: worth - misfit / 4 };
  }
  return best.index;
}

/** A passage preferably ends with its section, unless the topic clearly shifts before that. */
const worthOfEnd = 0.8;
const reach = 400;
const apart = 60;

/** How similar the text just before the end of a part is to the text just after it. */
function cohesionAt(text: string, parts: Span[], index: number): number {
  const [before, after] = [parts[index], parts[index + 1]];
  if (!before || !after) return 0;
  const from = Math.max(parts[0]?.start ?? 0, before.end - reach);
  return cohesion(text.slice(from, before.end), text.slice(after.start, after.start + reach));
}

type Bag = Map<string, number>;

/** The longer words of a text, each cut to its beginning. This is a simple stemmer for every language. */
function bagOf(text: string): Bag {
  const bag: Bag = new Map();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]{4,}/gu)) {
    const stem = word.slice(0, 6);
    bag.set(stem, (bag.get(stem) ?? 0) + 1);
  }
  return bag;
}

/** The similarity of two texts by their words, as a cosine from 0 to 1. */
function cohesion(one: string, other: string): number {
  const a = bagOf(one);
  const b = bagOf(other);
  let shared = 0;
  for (const [word, count] of a) shared += count * (b.get(word) ?? 0);
  return shared === 0 ? 0 : shared / (lengthOf(a) * lengthOf(b));
}

const lengthOf = (bag: Bag): number => Math.sqrt([...bag.values()].reduce((sum, count) => sum + count * count, 0));
