import { ProjectSummary } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { projectStatus, stageShares } from "./project-status.ts";

const sessionWith = (status: string, findings = 0) =>
  ProjectSummary.shape.latestSession.parse({
    id: "01890a5d-ac96-774b-bcce-b302099a8058",
    status,
    currentStage: "synthesis",
    iteration: 1,
    models: ["rehearsal/atlas"],
    stages: [
      { stage: "thesis", done: 3, expected: 3, findings: 0, error: null },
      { stage: "synthesis", done: 36, expected: 39, findings, error: null },
      { stage: "paralysis", done: 0, expected: 0, findings: 0, error: null },
    ],
  });

describe("projectStatus", () => {
  it.each([
    ["ready", "Synthesis can start"],
    ["running", "Synthesis, 36 of 39"],
    ["awaiting_feedback", "Synthesis done, waiting for you"],
    ["paused", "Synthesis paused, 36 of 39"],
    ["failed", "Synthesis failed, 36 of 39"],
    ["iteration_complete", "Plan ready"],
  ])("describes a session that is %s as: %s", (status, words) => {
    expect(projectStatus(sessionWith(status))).toBe(words);
  });

  it.each([
    ["awaiting_feedback", "Synthesis written, 2\u00a0findings"],
    ["iteration_complete", "Plan written, 2\u00a0findings"],
  ])("describes a session that is %s with findings as: %s", (status, words) => {
    expect(projectStatus(sessionWith(status, 2))).toBe(words);
  });

  it("says that a project has not been started", () => {
    expect(projectStatus(null)).toBe("Not started");
  });
});

describe("stageShares", () => {
  it("returns the share of finished work for each stage", () => {
    expect(stageShares(sessionWith("running"))).toEqual([1, 36 / 39, 0]);
    expect(stageShares(null)).toEqual([0, 0, 0, 0, 0]);
  });
});
