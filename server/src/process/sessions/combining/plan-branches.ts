import type { ContributionId } from "@dialectic/contract";
import { type Part, packTexts } from "./parts.ts";

/** A text to be combined: a whole document, or the stretch of one that begins at `from`. */
export type TextToCombine = { id: ContributionId; from: number; text: string; isWhole: boolean };

export type Branches = {
  /** What is combined first, each with its place among all; whether a group is more than a call holds, and shortened for it. */
  groups: { parts: Part[]; place: number; isShortened: boolean }[];
  /** Documents that would stand alone: they are left as they are for the next step. */
  passed: { id: ContributionId; place: number }[];
};

type Room = { room: number; perPart: number; count: (text: string) => number };

/** As many as children write at their length for one call to hold. */
const inOneCall = 3;

/** How many texts a further step may make of so many at most: the tree ends, and a quote can say how large it becomes. */
const mostOfStep = (texts: number): number => Math.min(texts - 1, Math.ceil(texts / 2));

/** How many calls a tree has at most whose first step has so many groups. */
export function mostCalls(groups: number): number {
  let calls = 1;
  let texts = groups;
  for (calls += texts > 1 ? texts : 0; texts > 2; calls += texts) texts = mostOfStep(texts);
  return calls;
}

/**
 * What has to be combined before these texts can be combined in one call; null if they can be now, or if they are so few
 * that one call can shorten them. Every stretch of every text is in exactly one place.
 */
export function planBranches(
  texts: readonly TextToCombine[],
  input: { whole: Room; branch: Room; isFirst: boolean },
): Branches | null {
  if (packTexts(texts, input.whole).length < 2) return null;
  const byId = new Map(texts.map((text) => [text.id, text]));
  const packed = packForBranches(texts, input);
  // Texts that were combined and are longer than they were to be may not become fewer: then a few are shortened together.
  const isShortened = !input.isFirst && packed.length > mostOfStep(texts.length);
  if (isShortened && texts.length <= inOneCall) return null;
  const placed = (isShortened ? byCount(texts) : packed).map((parts, place) => ({ parts, place, isShortened }));
  const sizeAlone = ({ parts: [only, ...others] }: { parts: Part[] }) => {
    const text = only && byId.get(only.id);
    const isAlone = others.length === 0 && text?.isWhole === true && only?.from === 0 && only.to === text.text.length;
    return isAlone ? input.whole.count(text.text) + input.whole.perPart : null;
  };
  const alone = passedOn(placed, { sizeAlone, room: input.whole.room });
  return {
    passed: alone.flatMap(({ parts, place }) => parts.map(({ id }) => ({ id, place }))),
    groups: placed
      .filter((group) => !alone.includes(group))
      .map(({ parts, ...group }) => ({
        ...group,
        parts: parts.map((part) => shifted(part, byId.get(part.id)?.from ?? 0)),
      })),
  };
}

/** A call that writes less can read more; in one group, nothing would become fewer. */
function packForBranches(texts: readonly TextToCombine[], { whole, branch }: { whole: Room; branch: Room }): Part[][] {
  const packed = packTexts(texts, branch);
  return packed.length > 1 ? packed : packTexts(texts, { ...branch, room: Math.min(whole.room, branch.room) });
}

/**
 * Of the texts that stand alone, those that need not be combined by themselves: because they are no longer than what is combined, or
 * because everything will fit one call as soon as the others are combined.
 */
function passedOn<T>(groups: readonly T[], input: { sizeAlone: (group: T) => number | null; room: number }): T[] {
  const sizes = groups.map(input.sizeAlone);
  if (!sizes.includes(null)) return [];
  const third = input.room / inOneCall;
  const isLast = sizes.reduce<number>((sum, size) => sum + (size ?? third), 0) <= input.room;
  return groups.filter((_, index) => {
    const size = sizes[index] ?? null;
    return size !== null && (isLast || size <= third);
  });
}

const byCount = (texts: readonly TextToCombine[]): Part[][] =>
  Array.from({ length: Math.ceil(texts.length / inOneCall) }, (_, index) =>
    texts.slice(index * inOneCall, (index + 1) * inOneCall).map(({ id, text }) => ({ id, from: 0, to: text.length })),
  );

const shifted = ({ id, from, to }: Part, by: number): Part => ({ id, from: from + by, to: to + by });
