import type { Session } from "@dialectic/contract";

/** The number of model calls, and the number of requests if some answers took more than one request. */
export function countCalls({ calls, requests }: { calls: number; requests: number }): string {
  const counted = `${calls} model ${calls === 1 ? "call" : "calls"}`;
  return requests === calls ? counted : `${counted} in ${requests} requests (some answers were continued or completed)`;
}

/** The calls of a session in total, and those of its newest iteration. */
export function callsText(session: Pick<Session, "calls" | "requests" | "iteration" | "stages">): string {
  const counted = countCalls(session);
  if (session.iteration === 1) return counted;
  const own = session.stages.filter((stage) => stage.iteration === session.iteration);
  return `${counted} in total, ${own.reduce((sum, { calls }) => sum + calls, 0)} in iteration ${session.iteration}`;
}
