import type { ModelPrices } from "@dialectic/contract";

/** Upper bounds, in tokens. The prompt of a test is far shorter than `mostIn`; the answer is cut off at `mostOut`. */
const [mostIn, mostOut] = [100, 16];

/** The maximum cost of testing a model once, in millionths of a dollar. Prices are per million tokens. */
export function testCost({ input, cachedInput, cacheWrite, output, reasoning }: ModelPrices): string {
  const most = mostIn * Math.max(input, cachedInput, cacheWrite) + mostOut * Math.max(output, reasoning);
  return String(Math.ceil(most / 1_000_000));
}
