import type { Session } from "@dialectic/contract";

/** How many calls the models got; turns are told only where an answer took more than one. */
export function countCalls({ calls, turns }: { calls: number; turns: number }): string {
  const counted = `${calls} model ${calls === 1 ? "call" : "calls"}`;
  return turns === calls ? counted : `${counted} in ${turns} turns (some were continued, or asked for missing parts)`;
}

/** Of a session: in all, and how many of them its newest iteration made. */
export function callsText(session: Pick<Session, "calls" | "turns" | "iteration" | "stages">): string {
  const counted = countCalls(session);
  if (session.iteration === 1) return counted;
  const own = session.stages.filter((stage) => stage.iteration === session.iteration);
  return `${counted} in all, ${own.reduce((sum, { calls }) => sum + calls, 0)} in iteration ${session.iteration}`;
}
