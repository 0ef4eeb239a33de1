import type { Session } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getDocument, listDocuments } from "#documents";
import { listNotifications } from "#events";
import { getScores } from "#review";
import {
  archiveSession,
  cancelStage,
  createProject,
  createSession,
  generateStage,
  getProject,
  getSession,
  giveFeedback,
  listLabels,
  listProjects,
  pauseStage,
  regenerateDocument,
  restoreSession,
  resumeStage,
  retryStage,
  submitStage,
} from "#sessions";
import { addUser, engines, startPaidProvider, type TestApp, testApp } from "#test";
import { topUp } from "#wallet";

const brief = "Open a community garden on 400 m² by 1 May 2027. The budget is 12,000 EUR and two people own it.";
const models = ["rehearsal/atlas", "rehearsal/briar"];

describe.each(engines)("sessions on %s", (engine) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const shape = (session: Session) =>
    session.stages.map((stage) => [stage.stage, stage.status, stage.done, stage.expected, stage.calls]);

  it("are not created from invalid input; instead, an error with a code is thrown and nothing is stored", async () => {
    const before = (await listProjects(t.ctx, { limit: 200 })).items.length;
    await expect(createProject(t.ctx, { brief: " \n\t", process: "classic" })).rejects.toMatchObject({
      code: "empty_brief",
    });
    await expect(createProject(t.ctx, { brief, process: "nonsense" })).rejects.toMatchObject({
      code: "unknown_process",
    });
    expect((await listProjects(t.ctx, { limit: 200 })).items.length).toBe(before);
    const project = await createProject(t.ctx, { brief, process: "brief" });
    const session = (input: object) =>
      createSession(t.ctx, { projectId: project.id, models, auto: false, start: false, ...input });
    await expect(session({ models: ["rehearsal/atlsa"] })).rejects.toMatchObject({ code: "unknown_model" });
    await expect(session({ models: ["rehearsal/atlas", "rehearsal/atlas"] })).rejects.toMatchObject({
      code: "invalid_input",
    });
    await expect(session({ leadModel: "rehearsal/cedar" })).rejects.toMatchObject({ code: "invalid_input" });
    expect((await getProject(t.ctx, { projectId: project.id })).latestSession).toBeNull();
  });

  it("have projects with different slugs, even if the projects have the same name", async () => {
    const names = await Promise.all(
      [1, 2, 3].map(() => createProject(t.ctx, { brief, name: "Same name", process: "brief" })),
    );
    expect(names.map((project) => project.slug).toSorted()).toEqual(["same-name", "same-name-2", "same-name-3"]);
  });

  it("have projects with different slugs if a file system would treat the names as equal, in any script", async () => {
    const slugs: string[] = [];
    for (const name of ["Café", "CAFE\u0301", "cafe\u0301!", "פסטיבל", "פסטיבל?", "🎉", "🎊🎊"]) {
      slugs.push((await createProject(t.ctx, { brief, name, briefName: "🎉.md", process: "brief" })).slug);
    }
    expect(slugs).toEqual(["café", "café-2", "café-3", "פסטיבל", "פסטיבל-2", "project", "project-2"]);
  });

  it("have a project named after the first sentence of its brief; a long sentence is shortened without splitting a character", async () => {
    const { name } = await createProject(t.ctx, { brief: `${"𠀀".repeat(39)}a${"𠀀".repeat(39)}\n`, process: "brief" });
    expect(name).toBe(`${"𠀀".repeat(39)}a…`);
    const chinese = await createProject(t.ctx, { brief: "我们想办音乐节。需要灯光。\n", process: "brief" });
    expect(chinese).toMatchObject({ name: "我们想办音乐节。", slug: "我们想办音乐节" });
  });

  it("are invisible to another user in every operation", async () => {
    const { id, projectId } = await t.session({ brief });
    const stranger = { ...t.ctx, db: t.database.as(await addUser(t.database)) };
    const stage = { sessionId: id, stage: "thesis" };
    const asked = [
      getSession(stranger, { sessionId: id }),
      getProject(stranger, { projectId }),
      createSession(stranger, { projectId, models, auto: false, start: false }),
      generateStage(stranger, stage),
      submitStage(stranger, stage),
      pauseStage(stranger, stage),
      cancelStage(stranger, stage),
      retryStage(stranger, stage),
      listDocuments(stranger, { sessionId: id }),
    ];
    for (const answer of await Promise.allSettled(asked)) {
      expect(answer).toMatchObject({ status: "rejected", reason: { code: "not_found" } });
    }
    expect((await getSession(t.ctx, { sessionId: id })).status).toBe("ready");
  });

  it("run through the five stages when started by hand, and ignore repeated requests", async () => {
    const worker = await t.startWorker();
    const { id } = await t.session({ brief, models });
    const at = (stage: string) => ({ sessionId: id, stage });
    await expect(generateStage(t.ctx, at("antithesis"))).rejects.toMatchObject({ code: "stage_not_current" });
    await expect(submitStage(t.ctx, at("thesis"))).rejects.toMatchObject({ code: "missing_input" });
    await expect(generateStage(t.ctx, at("nonsense"))).rejects.toMatchObject({ code: "not_found" });

    const counts: Record<string, number> = { thesis: 2, antithesis: 4, synthesis: 2, parenthesis: 1, paralysis: 1 };
    for (const [stage, calls] of Object.entries(counts)) {
      await Promise.all([generateStage(t.ctx, at(stage)), generateStage(t.ctx, at(stage))]);
      const done = await t.reach(id, "awaiting_feedback", "iteration_complete", "failed");
      expect(shape(done).find(([key]) => key === stage)).toEqual([stage, "completed", calls, calls, calls]);
      if (stage === "paralysis") break;
      await submitStage(t.ctx, at(stage));
      const again = await submitStage(t.ctx, at(stage));
      expect(again.status).toBe("ready");
    }
    const session = await getSession(t.ctx, { sessionId: id });
    expect(session).toMatchObject({ status: "iteration_complete", calls: 10, requests: 10, spent: "0" });
    const notifications = await listNotifications(t.ctx, { limit: 200 });
    expect(
      notifications.filter((notification) => notification.sessionId === id && notification.kind === "stage.finished"),
    ).toHaveLength(5);
    await worker.stop();
  });

  it("stop when paused, continue when resumed, and do only the missing work when retried after a cancellation", async () => {
    const { id } = await t.session({ brief, models, start: true });
    const at = { sessionId: id, stage: "thesis" };
    expect((await pauseStage(t.ctx, at)).status).toBe("paused");
    const paused = await getSession(t.ctx, { sessionId: id });
    expect(paused.stages[0]?.status).toBe("paused");
    expect((await resumeStage(t.ctx, at)).status).toBe("running");
    const cancelled = await cancelStage(t.ctx, at);
    expect([cancelled.status, cancelled.stages[0]?.status]).toEqual(["ready", "cancelled"]);
    expect((await retryStage(t.ctx, at)).status).toBe("running");
    const worker = await t.startWorker();
    const done = await t.reach(id, "awaiting_feedback", "failed");
    expect(shape(done)[0]).toEqual(["thesis", "completed", 2, 2, 2]);
    await worker.stop();
  });

  it("can be archived if no work is running, do not change while archived, and return to their former status when restored", async () => {
    const { id } = await t.session({ brief, models, start: true });
    const [one, at] = [{ sessionId: id }, { sessionId: id, stage: "thesis" }];
    await expect(archiveSession(t.ctx, one)).rejects.toMatchObject({
      code: "conflict",
      remedies: [{ do: "cancel-stage", sessionId: id, stage: "thesis" }],
    });
    const before = await cancelStage(t.ctx, at);
    expect(await restoreSession(t.ctx, one)).toEqual(before);
    expect((await archiveSession(t.ctx, one)).status).toBe("archived");
    const archived = await archiveSession(t.ctx, one);
    expect(archived).toEqual({ ...before, status: "archived" });
    const refused = { code: "conflict", message: expect.stringContaining("is archived") };
    await expect(generateStage(t.ctx, at)).rejects.toMatchObject(refused);
    await expect(giveFeedback(t.ctx, { ...at, text: "Shorter." })).rejects.toMatchObject(refused);
    await expect(retryStage(t.ctx, at)).rejects.toMatchObject(refused);
    expect(await getSession(t.ctx, one)).toEqual(archived);
    expect(await restoreSession(t.ctx, one)).toEqual(before);
    expect((await retryStage(t.ctx, at)).status).toBe("running");
    await cancelStage(t.ctx, at);
  });

  it("continue a cut-off answer in as many requests as it takes", async () => {
    const worker = await t.startWorker();
    const whole = await t.session({ brief, models: ["rehearsal/cedar"], start: true });
    const cut = await t.session({ brief, models: ["rehearsal/cedar"], start: true, maxOutputTokens: 700 });
    const texts = async (session: Session) => {
      const done = await t.reach(session.id, "awaiting_feedback", "failed");
      const documents = (await listDocuments(t.ctx, { sessionId: session.id, kind: "whole" })).items;
      return { requests: done.requests, calls: done.calls, chunks: documents[0]?.chunks, words: documents[0]?.words };
    };
    const one = await texts(whole);
    const many = await texts(cut);
    expect(one).toMatchObject({ requests: 1, calls: 1, chunks: 1 });
    expect(many.requests).toBeGreaterThan(1);
    expect(many).toMatchObject({ calls: 1, chunks: many.requests });
    await worker.stop();
  });

  it("continue a document as often as is allowed, then keep its text and mark it as incomplete", async () => {
    const worker = await t.startWorker();
    for (const continuations of [0, 2]) {
      const cut = { models: ["rehearsal/cedar"], start: true, maxOutputTokens: 300, continuations };
      const { id } = await t.session({ brief, ...cut });
      const { requests, continuations: allowed } = await t.reach(id, "awaiting_feedback", "failed");
      expect({ requests, allowed }).toEqual({ requests: continuations + 1, allowed: continuations });
      const documents = (await listDocuments(t.ctx, { sessionId: id, kind: "whole" })).items;
      const whole = await Promise.all(documents.map(({ id: documentId }) => getDocument(t.ctx, { documentId })));
      const times = continuations === 0 ? "one request" : "3 requests";
      expect(whole.map(({ markdown }) => markdown.match(/\*\*Incomplete:.+/)?.[0])).toEqual([
        `**Incomplete:** the text was cut off here (length) after ${times}. Nothing follows.`,
      ]);
    }
    await worker.stop();
  });

  it("keep several proposals of one model apart in all later stages, and can regenerate any of them", async () => {
    const worker = await t.startWorker();
    const { id, quote } = await t.session({
      brief,
      models: ["rehearsal/atlas"],
      proposals: 2,
      start: true,
      auto: true,
    });
    const done = await t.reach(id, "iteration_complete");
    expect(done).toMatchObject({ proposals: 2, calls: 7 });
    expect(quote?.calls).toBe(7);
    expect(shape(done).map(([, , done]) => done)).toEqual([2, 2, 1, 1, 1]);
    const wholes = async (stage: string) => (await listDocuments(t.ctx, { sessionId: id, stage, kind: "whole" })).items;
    const endOf = ({ title, path }: { title: string; path: string }) => [title, path.match(/\d(?=_\w+\.md)/)?.[0]];
    const theses = await wholes("thesis");
    expect(theses.map(endOf).toSorted()).toEqual([
      ["Atlas's thesis, 1 of 2", "1"],
      ["Atlas's thesis, 2 of 2", "2"],
    ]);
    expect((await wholes("antithesis")).map(endOf).toSorted()).toEqual([
      ["Atlas on atlas's thesis, 1 of 2", "1"],
      ["Atlas on atlas's thesis, 2 of 2", "2"],
    ]);
    const texts = await Promise.all(theses.map(({ id: documentId }) => getDocument(t.ctx, { documentId })));
    expect(new Set(texts.map(({ markdown }) => markdown)).size).toBe(2);
    const labels = await listLabels(t.ctx, { sessionId: id, stage: "antithesis" });
    expect(labels.map(({ label }) => label)).toEqual(["Proposal A", "Proposal B"]);
    expect(labels.map(({ proposal }) => proposal).toSorted()).toEqual([1, 2]);
    const scores = await getScores(t.ctx, { sessionId: id });
    expect(scores.items.map(({ proposal, critics }) => [proposal, critics.length])).toEqual([
      [1, 1],
      [2, 1],
    ]);

    const second = theses.find(({ title }) => title.endsWith("2 of 2"));
    if (!second) throw new Error("There is no second thesis.");
    await regenerateDocument(t.ctx, { documentId: second.id });
    await expect
      .poll(async () => (await wholes("thesis")).map(endOf), { timeout: 20_000 })
      .toContainEqual(["Atlas's thesis, 2 of 2", "3"]);
    const regenerated = (await wholes("thesis")).find(({ id }) => theses.every((one) => one.id !== id));
    expect((await wholes("thesis")).find((one) => one.id === second.id)?.replacedBy).toBe(regenerated?.id);
    await worker.stop();
  });

  it("do not continue a model that repeats the same text", async () => {
    const loop = "We will now describe the plan in more detail, step by step. ".repeat(40);
    await using provider = await startPaidProvider(() => ({ pieces: ["# Business case\n\n", loop], finish: "length" }));
    provider.listIn(t.dataDir);
    await topUp(t.ctx, { amount: 1_000_000n, key: "stuck" });
    const worker = await t.startWorker();
    const { id } = await t.session({ brief, models: [provider.model], start: true });
    expect(await t.reach(id, "awaiting_feedback", "paused", "failed")).toMatchObject({
      status: "awaiting_feedback",
      requests: 1,
    });
    expect(provider.timesAsked()).toBe(1);
    await worker.stop();
  });

  it("use their own maximum number of continuations if they have one, otherwise the installation's", async () => {
    const twice = await testApp(engine, { beside: t, env: { DIALECTIC_CONTINUATIONS: "2" } });
    const made = await Promise.all([
      t.session({ brief }),
      twice.session({ brief }),
      twice.session({ brief, continuations: 0 }),
    ]);
    expect(made.map(({ continuations }) => continuations)).toEqual([5, 2, 0]);
    await twice[Symbol.asyncDispose]();
  });
});
