import { describe, expect, it } from "vitest";
import { makeDocument, makeSession, makeStage } from "../testing/make-session.ts";
import { partOf, stageColumns, stageParts } from "./stage-columns.ts";

const thesis = makeStage("thesis", { status: "running", states: ["done", "running"] });
const session = makeSession({ models: ["b", "a"], stages: [thesis] });

describe("stageColumns", () => {
  it("gives a column to each model that has work, in the session's order", () => {
    const columns = stageColumns(session, thesis, [makeDocument(1, { model: "a" })]);
    expect(columns.map(({ model, state, documents }) => [model, state, documents.length])).toEqual([
      ["b", "running", 0],
      ["a", "done", 1],
    ]);
  });

  it("returns one column if only the lead model writes", () => {
    const alone = makeStage("parenthesis", { status: "running", states: ["running"], models: ["a"] });
    expect(stageColumns(session, alone, []).map((column) => column.model)).toEqual(["a"]);
  });

  it("omits other stages, other iterations, artifacts and replaced documents, and separates intermediate documents", () => {
    const [, column] = stageColumns(session, thesis, [
      makeDocument(1, { stage: "antithesis" }),
      makeDocument(2, { iteration: 2 }),
      makeDocument(3, { kind: "artifact", artifact: "claims" }),
      makeDocument(4, { intermediate: true }),
      makeDocument(5, {}),
      makeDocument(6, { replacedBy: makeDocument(5, {}).id }),
    ]);
    expect(column?.documents.map(({ path }) => path)).toEqual(["p/5.md"]);
    expect(column?.intermediate.map(({ path }) => path)).toEqual(["p/4.md"]);
  });

  it("shows the documents of an earlier iteration if the current one does not repeat the stage", () => {
    const [, column] = stageColumns({ ...session, iteration: 2 }, thesis, [makeDocument(1, { iteration: 1 })]);
    expect(column?.documents.map(({ path }) => path)).toEqual(["p/1.md"]);
  });

  it.each([
    [["failed", "paused", "running", "done"], "failed"],
    [["paused", "running"], "paused"],
    [["running", "waiting"], "running"],
    [["done", "done"], "done"],
    [["done", "cancelled"], "cancelled"],
    [["done", "waiting"], "locked"],
  ] as const)("summarizes work that is %j as %s", (states, expected) => {
    const stage = makeStage("thesis", { status: "running", states: [...states], models: ["a"] });
    expect(stageColumns(session, stage, [])[0]?.state).toBe(expected);
  });
});

describe("the state of a column whose work has not started", () => {
  it.each([
    ["running", "locked"],
    ["paused", "paused"],
    ["cancelled", "cancelled"],
    ["failed", "cancelled"],
  ] as const)("depends on the stage: if the stage is %s, the column is %s", (status, expected) => {
    const stage = makeStage("thesis", { status, states: ["waiting"], models: ["a"] });
    expect(stageColumns(session, stage, [])[0]?.state).toBe(expected);
  });
});

describe("the parts of documents", () => {
  const whole = makeDocument(1, {});
  const case1 = makeDocument(2, {
    kind: "artifact",
    artifact: "business-case",
    title: "Business case",
    contributionId: whole.contributionId,
  });
  const foreign = makeDocument(3, { kind: "artifact", artifact: "critique", title: "Critique" });
  const documents = [whole, case1, foreign];

  it("are the artifacts of the shown documents", () => {
    expect(stageParts(documents, stageColumns(session, thesis, documents))).toEqual([
      { key: "business-case", title: "Business case" },
    ]);
  });

  it("are found by key; without a key, the whole document is returned, and with an unknown key, nothing", () => {
    expect(partOf(whole, undefined, documents)).toBe(whole);
    expect(partOf(whole, "business-case", documents)).toBe(case1);
    expect(partOf(whole, "critique", documents)).toBeUndefined();
  });
});
