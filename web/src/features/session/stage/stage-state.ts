import type { Session, StageRun } from "@dialectic/contract";
import type { IconName } from "../../../ui/icon.tsx";
import type { Tone } from "../../../ui/status-word.tsx";

/** The state of a stage: the state of its run, or whether it can start. */
export type StageState = "done" | "running" | "paused" | "failed" | "cancelled" | "ready" | "locked";

export function stageState(session: Session, stage: StageRun): StageState {
  if (stage.status === "completed") return "done";
  if (stage.status !== null) return stage.status;
  return stage.stage === session.currentStage ? "ready" : "locked";
}

export type StageLook = { word: string; icon: IconName; tone: Tone };

export const stageLook: Record<StageState, StageLook> = {
  done: { word: "done", icon: "check", tone: "quiet" },
  running: { word: "writing", icon: "circle", tone: "running" },
  paused: { word: "paused", icon: "pause", tone: "you" },
  failed: { word: "failed", icon: "warning", tone: "bad" },
  cancelled: { word: "cancelled", icon: "cross", tone: "quiet" },
  ready: { word: "can start", icon: "play", tone: "you" },
  locked: { word: "not started", icon: "lock", tone: "quiet" },
};

/** The stage after this one, in the order of the server's list; undefined for the last stage. */
export function nextStage(session: Session, stage: Pick<StageRun, "stage">): StageRun | undefined {
  const place = session.stages.findIndex((other) => other.stage === stage.stage);
  return session.stages[place + 1];
}

/** The stage that the user selected, or else the current stage. */
export function selectStage(session: Session, chosen: string | undefined): StageRun | undefined {
  const find = (key: string | undefined) => session.stages.find(({ stage }) => stage === key);
  return find(chosen) ?? find(session.currentStage) ?? session.stages[0];
}
