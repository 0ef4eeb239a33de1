import { countWords } from "./count-words.ts";

/** A piece of an artifact. If the budget is small, the least important blocks are left out first. */
export type Block = {
  text: string;
  /** A block of rank 0 is always kept; the higher the rank, the sooner a block is left out. */
  rank: number;
  /**
   * True if the block follows on the next line, as table rows and list items do; false if it follows after an empty line.
   */
  tight: boolean;
};

export const paragraph = (text: string, rank = 0): Block => ({ text, rank, tight: false });
export const line = (text: string, rank = 0): Block => ({ text, rank, tight: true });

/** Selects the blocks that fit, in their original order: all blocks of rank 0, then others by rank while there is room. */
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
 * Returns the first wording that fits the budget; `wordings` begins with the fullest. Texts that must be complete (a table
 * with every claim, milestones that cover every requirement) consist of blocks of rank 0, so they are worded more briefly
 * instead of losing blocks. If no wording fits, returns the last, which exceeds the budget.
 */
export function firstThatFits(budget: number, wordings: readonly (() => Block[])[]): Block[] {
  let blocks: Block[] = [];
  for (const wording of wordings) {
    blocks = fitWords(wording(), budget);
    if (wordsOf(blocks) <= budget) return blocks;
  }
  return blocks;
}
