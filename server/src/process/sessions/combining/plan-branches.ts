import type { ContributionId } from "@dialectic/contract";
import { type Part, packTexts } from "./parts.ts";

/** A text to be combined: a whole document, or the stretch of one that begins at `from`. */
export type TextToCombine = { id: ContributionId; from: number; text: string; isWhole: boolean };

export type Branches = {
  /** What is combined first, each with its place among all. */
  groups: { parts: Part[]; place: number }[];
  /** Documents that would stand alone: they are left as they are for the next step. */
  passed: { id: ContributionId; place: number }[];
};

type Room = { room: number; perPart: number; count: (text: string) => number };

/**
 * What has to be combined before these texts can be combined in one call; null if they can be now, or if it would be of
 * no use. Every stretch of every text is in exactly one place.
 */
export function planBranches(
  texts: readonly TextToCombine[],
  input: { whole: Room; branch: Room; isFirst: boolean },
): Branches | null {
  if (packTexts(texts, input.whole).length < 2) return null;
  const room = Math.min(input.whole.room, input.branch.room);
  const byId = new Map(texts.map((text) => [text.id, text]));
  const groups = packTexts(texts, { ...input.branch, room });
  // Texts that were combined and did not become fewer will not do so next time.
  if (!input.isFirst && groups.length >= texts.length) return null;
  const placed = groups.map((parts, place) => ({ parts, place }));
  const isAlone = ({ parts: [only, ...others] }: { parts: Part[] }) => {
    const text = only && byId.get(only.id);
    return others.length === 0 && text?.isWhole === true && only?.from === 0 && only.to === text.text.length;
  };
  const alone = placed.every(isAlone) ? [] : placed.filter(isAlone);
  return {
    passed: alone.flatMap(({ parts, place }) => parts.map(({ id }) => ({ id, place }))),
    groups: placed
      .filter((group) => !alone.includes(group))
      .map(({ parts, place }) => ({ place, parts: parts.map((part) => shifted(part, byId.get(part.id)?.from ?? 0)) })),
  };
}

const shifted = ({ id, from, to }: Part, by: number): Part => ({ id, from: from + by, to: to + by });
