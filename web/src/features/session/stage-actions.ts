import type { Session, StageRun } from "@dialectic/contract";
import { describeMissing } from "./describe-missing.ts";
import { nextStage, stageState } from "./stage-state.ts";

export type ActionKey = "generate" | "submit" | "pause" | "resume" | "cancel" | "retry" | "continue-without";

export type Action = {
  key: ActionKey;
  label: string;
  /** What is said while the server has not agreed yet. */
  busy: string;
  /** Why it cannot be done now; null: it can. */
  why: string | null;
};

const open = (key: ActionKey, label: string, busy: string): Action => ({ key, label, busy, why: null });

/** The one step that takes the session on from here; null when it goes on by itself or there is nothing left. */
export function stepOn(session: Session, stage: StageRun): Action | null {
  if (session.status === "archived") return null;
  const state = stageState(session, stage);
  if (state === "ready") return open("generate", `Start ${stage.name}`, "Starting…");
  if (state === "locked") return { ...open("generate", `Start ${stage.name}`, "Starting…"), why: whyLocked(session) };
  if (stage.stage !== session.currentStage || session.status === "iteration_complete") return null;
  if (session.auto && state !== "done") return null;

  const next = nextStage(session, stage);
  const submit = open("submit", next ? `Submit and start ${next.name}` : "Submit and finish", "Submitting…");
  if (state === "done") return session.status === "awaiting_feedback" ? submit : null;
  return { ...submit, why: describeMissing(stage) ?? `${stage.name} is being finished.` };
}

/** Why a later stage cannot be started: the one before it is not through. */
function whyLocked(session: Session): string {
  const current = session.stages.find(({ stage }) => stage === session.currentStage);
  const name = current?.name ?? session.currentStage;
  if (current?.status === "completed") return `${name} is not submitted yet.`;
  if (current?.status === null) return `${name} comes first.`;
  return `${name} is not done yet.`;
}

/** Tries a provider now for which the stage waits. */
export const retryNow: Action = open("retry", "Retry now", "Trying…");

/** What can be done with the run of a stage at one press. Cancelling it has a place of its own. */
export function runActions(session: Session, stage: StageRun): Action[] {
  switch (stageState(session, stage)) {
    case "running":
      return [open("pause", "Pause stage", "Pausing…")];
    case "paused":
      return [open("resume", "Resume", "Resuming…")];
    case "failed":
    case "cancelled":
      return [open("retry", "Write what is missing", "Starting…")];
    default:
      return [];
  }
}

export const isCancellable = (session: Session, stage: StageRun): boolean =>
  ["running", "paused"].includes(stageState(session, stage));

/** The models without which a failed stage may go on; none where no other model would be left. */
export function failedModels(session: Session, stage: StageRun): string[] {
  if (stageState(session, stage) !== "failed") return [];
  const failed = new Set(stage.work.filter(({ state }) => state === "failed").map(({ model }) => model));
  return stage.work.some(({ model }) => !failed.has(model)) ? [...failed] : [];
}
