import type { Session, StageRun } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { makeSession, makeStage } from "../testing/make-session.ts";
import { failedModels, isCancellable, nextAction, runActions } from "./stage-actions.ts";

const keys = (session: Session, stage: StageRun | undefined) =>
  stage ? runActions(session, stage).map((action) => action.key) : [];

describe("nextAction", () => {
  it("offers to start the current stage if it has not run", () => {
    const session = makeSession({ status: "ready" });
    expect(nextAction(session, makeStage("thesis"))).toMatchObject({
      key: "generate",
      label: "Start Thesis",
      why: null,
    });
  });

  it.each([
    [null, "Thesis comes first."],
    ["running", "Thesis is not done yet."],
    ["completed", "Thesis is not submitted yet."],
  ] as const)("explains why a later stage is locked while the current one is %s", (status, why) => {
    const session = makeSession({ stages: [makeStage("thesis", { status }), makeStage("antithesis")] });
    expect(nextAction(session, makeStage("antithesis"))).toMatchObject({ key: "generate", why });
  });

  it("offers nothing in an archived session", () => {
    expect(nextAction(makeSession({ status: "archived" }), makeStage("thesis"))).toBeNull();
  });

  it("offers to submit a finished stage, and names the next stage", () => {
    const thesis = makeStage("thesis", { status: "completed" });
    const session = makeSession({ status: "awaiting_feedback", stages: [thesis, makeStage("antithesis")] });
    expect(nextAction(session, thesis)).toMatchObject({ label: "Submit and start Antithesis", why: null });
    const last = makeSession({ status: "awaiting_feedback", stages: [thesis] });
    expect(nextAction(last, thesis)).toMatchObject({ label: "Submit and finish", why: null });
  });

  it("counts the missing documents of a running stage", () => {
    const thesis = makeStage("thesis", { status: "running", states: ["done", "running", "waiting", "waiting"] });
    const session = makeSession({ status: "running", stages: [thesis, makeStage("antithesis")] });
    expect(nextAction(session, thesis)?.why).toBe("3\u00a0documents missing: 1 is being written, 2 are waiting.");
  });

  it("offers nothing in an automatic run, for an earlier stage, or after the last stage", () => {
    const thesis = makeStage("thesis", { status: "running", states: ["running"] });
    expect(nextAction(makeSession({ auto: true, status: "running", stages: [thesis] }), thesis)).toBeNull();
    const done = makeStage("thesis", { status: "completed" });
    const moved = makeSession({ currentStage: "antithesis", stages: [done, makeStage("antithesis")] });
    expect(nextAction(moved, done)).toBeNull();
    expect(nextAction(makeSession({ status: "iteration_complete", stages: [done] }), done)).toBeNull();
  });
});

describe("runActions", () => {
  it.each([
    ["running", ["pause"], true],
    ["paused", ["resume"], true],
    ["failed", ["retry"], false],
    ["cancelled", ["retry"], false],
    ["completed", [], false],
    [null, [], false],
  ] as const)("returns the actions for a stage that is %s", (status, expected, canCancel) => {
    expect(keys(makeSession({}), makeStage("thesis", { status }))).toEqual(expected);
    expect(isCancellable(makeSession({}), makeStage("thesis", { status }))).toBe(canCancel);
  });
});

describe("failedModels", () => {
  const stage = (status: "failed" | "running", states: ["done" | "failed", "done" | "failed"]) => {
    const made = makeStage("thesis", { status, states });
    return { ...made, work: made.work.map((piece, place) => ({ ...piece, model: place === 0 ? "a/one" : "a/two" })) };
  };

  it("names the failed models if the stage has failed and another model is left", () => {
    expect(failedModels(makeSession({}), stage("failed", ["done", "failed"]))).toEqual(["a/two"]);
    expect(failedModels(makeSession({}), stage("failed", ["failed", "failed"]))).toEqual([]);
    expect(failedModels(makeSession({}), stage("running", ["done", "failed"]))).toEqual([]);
  });
});
