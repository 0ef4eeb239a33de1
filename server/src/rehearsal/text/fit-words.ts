import { countWords } from "./count-words.ts";

/** A piece of an artifact. What matters least is left out first when the budget is short. */
export type Block = {
  text: string;
  /** 0 always stays; the higher, the sooner it goes. */
  rank: number;
  /** Follows the block before it on the next line, as rows and list items do, instead of after an empty one. */
  tight: boolean;
};

export const paragraph = (text: string, rank = 0): Block => ({ text, rank, tight: false });
export const line = (text: string, rank = 0): Block => ({ text, rank, tight: true });

/** The blocks that fit, in their own order: those of rank 0, then rank by rank from the front while there is room. */
export function fitWords(blocks: readonly Block[], budget: number): Block[] {
  const chosen = new Set<Block>();
  let room = budget;
  for (const block of blocks.toSorted((a, b) => a.rank - b.rank)) {
    const words = countWords(block.text);
    if (block.rank > 0 && words > room) continue;
    chosen.add(block);
    room -= words;
  }
  return blocks.filter((block) => chosen.has(block));
}

export function joinBlocks(blocks: readonly Block[]): string {
  return blocks.map(({ text, tight }, i) => (i === 0 ? text : `${tight ? "\n" : "\n\n"}${text}`)).join("");
}

export const wordsOf = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, block) => sum + countWords(block.text), 0);

/**
 * The first wording that fits, the fullest first. Where a text must be complete (a table with every claim, milestones that cover
 * every requirement) leaving out blocks would break it, so it is said in fewer words instead; the shortest is the last resort.
 */
export function firstThatFits(budget: number, wordings: readonly (() => Block[])[]): Block[] {
  let blocks: Block[] = [];
  for (const wording of wordings) {
    blocks = fitWords(wording(), budget);
    if (wordsOf(blocks) <= budget) return blocks;
  }
  return blocks;
}
