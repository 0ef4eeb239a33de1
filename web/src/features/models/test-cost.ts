import type { ModelPrices } from "@dialectic/contract";

/** Upper bounds in tokens: the prompt of a test is far shorter, and its answer is cut here. */
const [mostIn, mostOut] = [100, 16];

/** The most one test of a model can cost, in millionths of a dollar; prices are for a million tokens. */
export function testCost({ input, cachedInput, cacheWrite, output, reasoning }: ModelPrices): string {
  const most = mostIn * Math.max(input, cachedInput, cacheWrite) + mostOut * Math.max(output, reasoning);
  return String(Math.ceil(most / 1_000_000));
}
