import type { SessionStatus } from "@dialectic/contract";
import { countFindings } from "../output/texts/describe-findings.ts";

type SessionState = {
  status: SessionStatus;
  currentStage: string;
  stages: readonly { stage: string; done: number; expected: number; error?: string | null; findings?: number }[];
};

/** The status of a session, in words. */
export function sessionStatusText({ status, currentStage, stages }: SessionState): string {
  const stage = stages.find((one) => one.stage === currentStage);
  const far = stage && stage.expected > 0 ? `${currentStage} ${stage.done} of ${stage.expected}` : currentStage;
  switch (status) {
    case "ready":
      return `ready: ${currentStage} can start`;
    case "running":
      return `running: ${far}`;
    case "awaiting_feedback":
      return `waiting for you: ${currentStage} is finished${withFindings(stage?.findings)}`;
    case "paused":
      return `paused: ${far}`;
    case "failed":
      return `failed: ${stage?.error ? `${currentStage}, ${stage.error}` : far}`;
    case "iteration_complete":
      return `finished${withFindings(stages.reduce((sum, { findings = 0 }) => sum + findings, 0))}`;
    case "archived":
      return "archived";
  }
}

const withFindings = (count = 0): string => (count > 0 ? `, with ${countFindings(count)}` : "");
