import type { ExpectedWork, Session, StageRun } from "@dialectic/contract";
import { formatNumber } from "../../../ui/format.ts";
import { nextStage, stageState } from "./stage-state.ts";

export type ActionKey = "generate" | "submit" | "pause" | "resume" | "cancel" | "retry" | "continue-without";

export type Action = {
  key: ActionKey;
  label: string;
  /** The button's label until the server has confirmed the action. */
  busy: string;
  /** Why the action is not available now; null if it is available. */
  why: string | null;
};

const open = (key: ActionKey, label: string, busy: string): Action => ({ key, label, busy, why: null });

/** The action that moves the session forward; null if the session moves on by itself or has finished. */
export function nextAction(session: Session, stage: StageRun): Action | null {
  if (session.status === "archived") return null;
  const state = stageState(session, stage);
  if (state === "ready") return open("generate", `Start ${stage.name}`, "Starting…");
  if (state === "locked") return { ...open("generate", `Start ${stage.name}`, "Starting…"), why: whyLocked(session) };
  if (stage.stage !== session.currentStage || session.status === "iteration_complete") return null;
  if (session.auto && state !== "done") return null;

  const next = nextStage(session, stage);
  const submit = open("submit", next ? `Submit and start ${next.name}` : "Submit and finish", "Submitting…");
  if (state === "done") return session.status === "awaiting_feedback" ? submit : null;
  return { ...submit, why: describeMissing(stage) ?? `${stage.name} is finishing.` };
}

const phrases: [ExpectedWork["state"], (count: number) => string][] = [
  ["running", (n) => `${n} ${n === 1 ? "is" : "are"} being written`],
  ["paused", (n) => `${n} ${n === 1 ? "is" : "are"} paused`],
  ["failed", (n) => `${n} failed`],
  ["cancelled", (n) => `${n} ${n === 1 ? "was" : "were"} cancelled`],
  ["waiting", (n) => `${n} ${n === 1 ? "is" : "are"} waiting`],
];

/** A sentence about the documents that a stage lacks; null if none are missing. */
function describeMissing(stage: StageRun): string | null {
  const missing = stage.work.filter((work) => work.state !== "done" && work.state !== "excluded");
  if (missing.length === 0) return null;
  const parts = phrases.flatMap(([state, phrase]) => {
    const count = missing.filter((work) => work.state === state).length;
    return count > 0 ? [phrase(count)] : [];
  });
  return `${formatNumber(missing.length, "document")} missing: ${parts.join(", ")}.`;
}

/** Explains why a later stage cannot be started yet. */
function whyLocked(session: Session): string {
  const current = session.stages.find(({ stage }) => stage === session.currentStage);
  const name = current?.name ?? session.currentStage;
  if (current?.status === "completed") return `${name} is not submitted yet.`;
  if (current?.status === null) return `${name} comes first.`;
  return `${name} is not done yet.`;
}

/** Retries the provider that the stage is waiting for. */
export const retryNow: Action = open("retry", "Retry now", "Trying…");

/** The actions on a stage that take a single click. Cancelling is not among them, because it is in a menu. */
export function runActions(session: Session, stage: StageRun): Action[] {
  switch (stageState(session, stage)) {
    case "running":
      return [open("pause", "Pause stage", "Pausing…")];
    case "paused":
      return [open("resume", "Resume", "Resuming…")];
    case "failed":
    case "cancelled":
      return [open("retry", "Write missing documents", "Starting…")];
    default:
      return [];
  }
}

export const isCancellable = (session: Session, stage: StageRun): boolean =>
  ["running", "paused"].includes(stageState(session, stage));

/** The models without which a failed stage can continue; none if no other model would be left. */
export function failedModels(session: Session, stage: StageRun): string[] {
  if (stageState(session, stage) !== "failed") return [];
  const failed = new Set(stage.work.filter(({ state }) => state === "failed").map(({ model }) => model));
  return stage.work.some(({ model }) => !failed.has(model)) ? [...failed] : [];
}
