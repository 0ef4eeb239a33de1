import type { ProjectSummary } from "@dialectic/contract";
import { capitalise, formatNumber } from "../../ui/format.ts";

type LatestSession = Pick<NonNullable<ProjectSummary["latestSession"]>, "status" | "currentStage" | "stages"> | null;

/** The status of a project, in a few words. */
export function projectStatus(session: LatestSession): string {
  if (!session) return "Not started";
  const stage = capitalise(session.currentStage);
  const current = session.stages.find(({ stage }) => stage === session.currentStage);
  const findings = session.stages.reduce((sum, one) => sum + one.findings, 0);
  const count = current && current.expected > 0 ? `, ${current.done} of ${current.expected}` : "";
  switch (session.status) {
    case "ready":
      return `${stage} can start`;
    case "running":
      return `${stage}${count}`;
    case "awaiting_feedback":
      return current && current.findings > 0
        ? `${stage} written, ${formatNumber(current.findings, "finding")}`
        : `${stage} done, waiting for you`;
    case "paused":
      return `${stage} paused${count}`;
    case "failed":
      return `${stage} failed${count}`;
    case "iteration_complete":
      return findings > 0 ? `Plan written, ${formatNumber(findings, "finding")}` : "Plan ready";
    case "archived":
      return "Archived";
  }
}

/**
 * The share of each stage's work that is finished, from 0 to 1. A stage that has not started has no expected work; its
 * share is 0.
 */
export const stageShares = (session: LatestSession): number[] =>
  session?.stages.map(({ done, expected }) => (expected > 0 ? Math.min(1, done / expected) : 0)) ?? [0, 0, 0, 0, 0];
