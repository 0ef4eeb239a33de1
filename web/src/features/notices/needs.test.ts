import { Notice, Project } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { findNeeds } from "./needs.ts";

const id = (n: number) => `01890a5d-ac96-774b-bcce-${n.toString().padStart(12, "0")}`;
const session = id(1);
let count = 100;

const notice = (kind: string, more: object = {}) =>
  Notice.parse({
    id: id(count++),
    kind,
    text: "What happened.",
    projectId: id(2),
    sessionId: session,
    stage: "thesis",
    jobId: null,
    place: "/",
    read: false,
    at: "2025-11-15T12:00:00Z",
    ...more,
  });

const project = (status: string, currentStage = "thesis") =>
  Project.parse({
    id: id(2),
    name: "A project",
    slug: "a-project",
    brief: "A brief.",
    process: "classic",
    domain: "general",
    overlay: {},
    createdAt: "2025-11-15T12:00:00Z",
    latestSession: { id: session, status, currentStage, stages: [] },
  });

const kinds = (notices: Notice[], projects: Project[]) => findNeeds(notices, projects).map((need) => need.kind);

describe("findNeeds", () => {
  it("leaves out what merely happened, and what was read", () => {
    const notices = [notice("stage.started"), notice("document.finished"), notice("paused", { read: true })];
    expect(kinds(notices, [project("paused")])).toEqual([]);
  });

  it("shows a pause until the session goes on", () => {
    expect(kinds([notice("paused")], [project("paused")])).toEqual(["paused"]);
    expect(kinds([notice("paused")], [project("running")])).toEqual([]);
  });

  it("shows a budget that is reached until the session goes on", () => {
    expect(kinds([notice("budget.reached")], [project("paused")])).toEqual(["budget.reached"]);
    expect(kinds([notice("budget.reached")], [project("running")])).toEqual([]);
  });

  it("shows a finished stage only while the session waits in it", () => {
    const finished = notice("stage.finished");
    expect(kinds([finished], [project("awaiting_feedback")])).toEqual(["stage.finished"]);
    expect(kinds([finished], [project("awaiting_feedback", "antithesis")])).toEqual([]);
    expect(kinds([finished], [project("running")])).toEqual([]);
    expect(kinds([finished], [])).toEqual([]);
  });

  it("shows one matter once: the failed stage, not also the document that failed it", () => {
    const notices = [notice("stage.failed"), notice("document.failed"), notice("document.failed")];
    expect(kinds(notices, [project("failed")])).toEqual(["stage.failed"]);
  });

  it("keeps every failed rendering, whatever the session does", () => {
    const notices = [notice("render.failed"), notice("render.failed")];
    expect(kinds(notices, [project("iteration_complete")])).toHaveLength(2);
  });

  it("believes a failure of a session it does not know", () => {
    expect(kinds([notice("stage.failed", { sessionId: id(9) })], [project("running")])).toEqual(["stage.failed"]);
  });
});
