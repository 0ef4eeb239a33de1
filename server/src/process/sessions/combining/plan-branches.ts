import type { ContributionId } from "@dialectic/contract";
import { type Part, packTexts } from "./parts.ts";

/** A text to combine: a whole document, or a range of one that begins at `from`. */
export type TextToCombine = { id: ContributionId; from: number; text: string; isWhole: boolean };

export type Branches = {
  /**
   * The groups to combine first, each with its position. `isShortened` is true if the texts of the group must be shortened
   * to fit.
   */
  groups: { parts: Part[]; place: number; isShortened: boolean }[];
  /** Documents that would be alone in a group. They are passed on to the next step as they are. */
  passed: { id: ContributionId; place: number }[];
};

type Room = { room: number; perPart: number; count: (text: string) => number };

/** The number of child jobs' results that fit into one call. */
const inOneCall = 3;

/**
 * The maximum number of texts that are left after a step. Every step reduces the number of texts, so a tree ends and a quote
 * can bound its size.
 */
const mostOfStep = (texts: number): number => Math.min(texts - 1, Math.ceil(texts / 2));

/** The maximum number of calls in a tree whose first step combines this many groups. */
export function mostCalls(groups: number): number {
  let calls = 1;
  let texts = groups;
  for (calls += texts > 1 ? texts : 0; texts > 2; calls += texts) texts = mostOfStep(texts);
  return calls;
}

/**
 * The groups that must be combined first, so that these texts fit into one call. Null if the texts fit already, or if they
 * are so few that one call can shorten them. Every range of every text is in exactly one group.
 */
export function planBranches(
  texts: readonly TextToCombine[],
  input: { whole: Room; branch: Room; isFirst: boolean },
): Branches | null {
  if (packTexts(texts, input.whole).length < 2) return null;
  const byId = new Map(texts.map((text) => [text.id, text]));
  const packed = packForBranches(texts, input);
  // If texts are longer than requested, a step might not reduce their number. In that case, each call shortens a few texts
  // to make them fit.
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

/**
 * Calls before the final one write less and can therefore read more. If everything fits into one such call, the texts are
 * grouped by the room of the final call instead, because a tree with a single branch would gain nothing.
 */
function packForBranches(texts: readonly TextToCombine[], { whole, branch }: { whole: Room; branch: Room }): Part[][] {
  const packed = packTexts(texts, branch);
  return packed.length > 1 ? packed : packTexts(texts, { ...branch, room: Math.min(whole.room, branch.room) });
}

/**
 * The single-text groups that need no combining, either because the text is already as short as a combined text, or because
 * everything fits into one call once the other groups are combined.
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
