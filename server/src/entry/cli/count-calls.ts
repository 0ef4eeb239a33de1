/** How many calls the models got; turns are told only where an answer was cut off and went on in another. */
export function countCalls({ calls, turns }: { calls: number; turns: number }): string {
  const counted = `${calls} model ${calls === 1 ? "call" : "calls"}`;
  return turns === calls ? counted : `${counted} in ${turns} turns (some were cut off and continued)`;
}
