import { cacheCounts, countTokens } from "./count-tokens.ts";
import { countPieces } from "./pieces.ts";

/** How tokens are counted: in the pieces of the rehearsal models, or by OpenAI's o200k vocabulary. */
export type Counting = "pieces" | "o200k";

/**
 * Chooses the way of counting for a model with this tokenizer. Most tokenizers are not available here; o200k is close
 * to them.
 */
export const countingOf = (tokenizer: string): Counting => (tokenizer === "pieces" ? "pieces" : "o200k");

const countCached = cacheCounts(countPieces);

export const countBy = (counting: Counting, text: string): number =>
  counting === "pieces" ? countCached(text) : countTokens(text);
