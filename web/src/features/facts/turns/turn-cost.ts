import type { ModelInfo } from "@dialectic/contract";
import { formatEstimate } from "../../../ui/format.ts";

/** The number of tokens for a typical turn. Input: the list of keys and a page of text. Output: about ten statements. */
const [usualIn, usualOut] = [3_000, 500];

/** Describes the cost of reading one turn with a model. */
export function turnCost({ free, prices }: Pick<ModelInfo, "free" | "prices">): string {
  if (free) return "free";
  if (!prices) return "price unknown";
  const micros = Math.ceil((usualIn * prices.input + usualOut * prices.output) / 1_000_000);
  return `≈\u00a0${formatEstimate(String(micros))} a turn`;
}
