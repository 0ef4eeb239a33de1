import { countTokens, rememberCounts } from "./count-tokens.ts";
import { countPieces } from "./pieces.ts";

/** How the tokens of a prompt are counted here: as the rehearsal models do themselves, or by OpenAI's vocabulary. */
export type Counting = "pieces" | "o200k";

/** The counting for a model whose entry names this tokenizer; all but two are not to be had, and o200k is near. */
export const countingOf = (tokenizer: string): Counting => (tokenizer === "pieces" ? "pieces" : "o200k");

const countRemembered = rememberCounts(countPieces);

export const countBy = (counting: Counting, text: string): number =>
  counting === "pieces" ? countRemembered(text) : countTokens(text);
