import { ContributionId } from "@dialectic/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutText, packTexts } from "./parts.ts";
import { mostCalls, planBranches, type TextToCombine } from "./plan-branches.ts";

const idOf = (n: number) => ContributionId.parse(`00000000-0000-7000-8000-${String(n).padStart(12, "0")}`);
/** A rough token count; for these tests, any monotonic count will do. */
const count = (text: string) => Math.ceil(text.length / 3);
const words = fc.array(fc.constantFrom("a", "long word", "\n", "\n\n", "\n# Heading\n", "😀", "x".repeat(90)), {
  maxLength: 300,
});
const anyText = words.map((list) => list.join(" "));
const texts = fc
  .array(anyText, { minLength: 1, maxLength: 8 })
  .map((list) => list.map((text, n) => ({ id: idOf(n), text })));
const room = fc.record({ room: fc.integer({ min: 30, max: 2000 }), perPart: fc.integer({ min: 0, max: 14 }) });

describe("grouped texts", () => {
  it("give the original when joined, and consist of pieces that are not too large and never begin or end inside a character", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 400 }), (text, most) => {
        const pieces = cutText(text, most, count).map(({ from, to }) => text.slice(from, to));
        expect(pieces.join("")).toBe(text);
        for (const piece of pieces) {
          expect(count(piece)).toBeLessThanOrEqual(most);
          expect(piece.isWellFormed()).toBe(true);
        }
      }),
    );
  });

  it("are complete and in order, in groups that each fit into one call", () => {
    fc.assert(
      fc.property(texts, room, (list, { room, perPart }) => {
        const groups = packTexts(list, { room, perPart, count });
        const textOf = new Map(list.map(({ id, text }) => [id, text]));
        for (const { id, text } of list) {
          const own = groups.flat().filter((part) => part.id === id);
          expect(own.map(({ from, to }) => text.slice(from, to)).join("")).toBe(text);
        }
        for (const group of groups) {
          const sizes = group.map(({ id, from, to }) => count((textOf.get(id) ?? "").slice(from, to)) + perPart);
          expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(room);
        }
      }),
    );
  });

  it("are cut before a heading or, without one, between paragraphs", () => {
    const text = `# One\n\n${"word ".repeat(30)}\n\n${"word ".repeat(10)}\n# Two\n\n${"word ".repeat(40)}`;
    const [first] = cutText(text, 80, count);
    expect(text.slice(first?.to)).toMatch(/^# Two/);
    const [half] = cutText(text.replace("# Two", "- Two"), 80, count);
    expect(text.slice(half?.to)).toMatch(/^word/);
  });
});

/** Builds the tree as the jobs do, with a model whose answers all have `length` characters. */
function combineAll(
  list: readonly TextToCombine[],
  whole: number,
  perPart: number,
  length = whole / 3,
  branch: number = whole,
) {
  const read: string[] = [];
  const fits: boolean[] = [];
  const tooMany: number[] = [];
  let groups = 1;
  const written = new Map<ContributionId, string>(list.map(({ id, text }) => [id, text]));
  const combine = (
    texts: readonly TextToCombine[],
    { isFirst, isShortened = false, own }: { isFirst: boolean; isShortened?: boolean; own: number },
  ): ContributionId => {
    const limits = (room: number) => ({ whole: { room, perPart, count }, branch: { room: branch, perPart, count } });
    const branches = isShortened ? null : planBranches(texts, { ...limits(own), isFirst });
    if (isFirst && branches) groups = branches.groups.length + branches.passed.length;
    if (!branches) {
      read.push(...texts.filter(({ id }) => list.some((one) => one.id === id)).map(({ text }) => text));
      fits.push(texts.reduce((sum, { text }) => sum + count(text) + perPart, 0) <= own);
      if (fits.at(-1) === false) tooMany.push(texts.length);
      const id = idOf(1000 + written.size);
      written.set(id, "w".repeat(length));
      return id;
    }
    const done = branches.groups.map(({ parts, place, isShortened }) => ({
      place,
      id: combine(
        parts.map(({ id, from, to }) => {
          const text = (written.get(id) ?? "").slice(from, to);
          return { id, from, text, isWhole: text.length === written.get(id)?.length };
        }),
        { isFirst: true, isShortened, own: branch },
      ),
    }));
    const next = [...done, ...branches.passed].sort((a, b) => a.place - b.place);
    return combine(
      next.map(({ id }) => ({ id, from: 0, text: written.get(id) ?? "", isWhole: true })),
      { isFirst: false, own },
    );
  };
  combine(list, { isFirst: true, own: whole });
  return { read, fits, tooMany, groups };
}

it("the calls of a tree are finite in number, each fits into the window, and together they read every text once", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 200, max: 900 }), fc.nat({ max: 14 }), (list, whole, perPart) => {
      const given = list.map(({ id, text }) => ({ id, from: 0, text, isWhole: true }));
      const { read, fits } = combineAll(given, whole, perPart);
      expect(fits).not.toContain(false);
      const sorted = (text: string) => [...text].sort().join("");
      expect(sorted(read.join(""))).toBe(sorted(list.map(({ text }) => text).join("")));
    }),
    { numRuns: 200, endOnFailure: true },
  );
});

it("a tree has at most twice the number of calls that would be needed to read its sources once", () => {
  const text = Array.from({ length: 9_000 }, (_, n) => `Bed ${n} is ${n % 97} cm wide.\n\n`).join("");
  const list = [idOf(0), idOf(1)].map((id) => ({ id, from: 0, text, isWhole: true }));
  const room = 5_000;
  const { read, fits, groups } = combineAll(list, 3_000, 60, 2_800, room);
  const filled = (2 * count(text)) / room;
  expect(filled).toBeGreaterThan(20);
  expect(groups).toBeLessThan(1.2 * filled);
  expect(fits.length).toBeLessThan(1.6 * filled);
  expect(fits).not.toContain(false);
  expect(read.join("").length).toBe(2 * text.length);
});

it("cutting a text takes linear time", () => {
  let counted = 0;
  const counting = (text: string) => {
    counted += text.length;
    return count(text);
  };
  const text = "Some words stand here. ".repeat(20_000);
  expect(cutText(text, 100, counting).length).toBeGreaterThan(1_000);
  expect(counted).toBeLessThan(5 * text.length);
});

it("a paragraph without spaces is cut between grapheme clusters", () => {
  const family = "👨‍👩‍👧‍👦";
  const pieces = (text: string) => cutText(text, 30, count).map(({ from, to }) => text.slice(from, to));
  for (const piece of pieces(family.repeat(60))) expect(piece.replaceAll(family, "")).toBe("");
  for (const piece of pieces("e\u0301".repeat(200))) expect(piece).not.toMatch(/^\u0301/);
  const sentences = pieces("我们想在上海开一家小书店。面积八十平方米。".repeat(20));
  expect(sentences.length).toBeGreaterThan(3);
  for (const sentence of sentences) expect(sentence).toMatch(/。$/);
});

it("a tree ends even for a model that writes too much, and its first step determines the maximum number of calls", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 50, max: 400 }), fc.integer({ min: 1, max: 4_000 }), (list, whole, length) => {
      const given = list.map(({ id, text }) => ({ id, from: 0, text, isWhole: true }));
      const { fits, tooMany, groups } = combineAll(given, whole, 0, length);
      expect(fits.length).toBeLessThanOrEqual(mostCalls(groups));
      // Texts that do not fit are shortened, but no more than three of them in one call, so that something is left of each.
      expect(Math.max(0, ...tooMany)).toBeLessThanOrEqual(3);
    }),
    { numRuns: 200, endOnFailure: true },
  );
});
