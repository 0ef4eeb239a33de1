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
const mostOfStep = (texts: number): number => Math.min(texts - 1, Math.ceil((2 * texts) / inOneCall));

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
  const room = Math.min(input.whole.room, input.branch.room);
  const byId = new Map(texts.map((text) => [text.id, text]));
  const packed = packTexts(texts, { ...input.branch, room });
  // Texts that were combined and are longer than they were to be may not become fewer: then a few are shortened together.
  const isShortened = !input.isFirst && packed.length > mostOfStep(texts.length);
  if (isShortened && texts.length <= inOneCall) return null;
  const placed = (isShortened ? byCount(texts) : packed).map((parts, place) => ({ parts, place, isShortened }));
  const isAlone = ({ parts: [only, ...others] }: { parts: Part[] }) => {
    const text = only && byId.get(only.id);
    return others.length === 0 && text?.isWhole === true && only?.from === 0 && only.to === text.text.length;
  };
  const alone = placed.every(isAlone) ? [] : placed.filter(isAlone);
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

const byCount = (texts: readonly TextToCombine[]): Part[][] =>
  Array.from({ length: Math.ceil(texts.length / inOneCall) }, (_, index) =>
    texts.slice(index * inOneCall, (index + 1) * inOneCall).map(({ id, text }) => ({ id, from: 0, to: text.length })),
  );

const shifted = ({ id, from, to }: Part, by: number): Part => ({ id, from: from + by, to: to + by });
