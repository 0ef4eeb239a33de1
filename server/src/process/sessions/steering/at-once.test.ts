import type { Session } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getBoard } from "#board";
import { getDocument, listDocuments } from "#documents";
import { listJobs, type Worker } from "#jobs";
import { engines, type TestApp, testApp } from "#test";
import {
  answerQuestion,
  editDocument,
  generateStage,
  getSession,
  giveFeedback,
  regenerateDocument,
  regenerateStale,
  startIteration,
  submitStage,
} from "../index.ts";

/** Concurrent requests by people and programs. One of them wins, nothing is done twice, and nothing is left half done. */
describe.each(engines)("concurrent steering on %s", (engine) => {
  let t: TestApp;
  let worker: Worker;
  let session: Session;
  beforeAll(async () => {
    t = await testApp(engine);
    session = await t.session({ brief: "Plant a hedge of 40 m.", models: ["rehearsal/atlas"] });
    worker = await t.startWorker({ sweeps: false });
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const at = (stage: string) => ({ sessionId: session.id, stage });
  const five = <Result>(act: (n: number) => Promise<Result>) => Promise.allSettled([1, 2, 3, 4, 5].map(act));
  const kept = <Result>(all: PromiseSettledResult<Result>[]) =>
    all.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const codes = (all: PromiseSettledResult<unknown>[]) =>
    all.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
  const thesis = async () => {
    const found = (await listDocuments(t.ctx, { ...at("thesis"), kind: "whole" })).items.find((one) => !one.replacedBy);
    if (!found) throw new Error("There is no thesis.");
    return found;
  };

  it("starts a stage, edits a document and regenerates a document, each only once", async () => {
    expect(codes(await five(() => generateStage(t.ctx, at("thesis"))))).toEqual([]);
    await expect(generateStage(t.ctx, at("antithesis"))).rejects.toMatchObject({ code: "stage_not_current" });
    await expect(submitStage(t.ctx, at("synthesis"))).rejects.toMatchObject({ code: "stage_not_current" });
    session = await t.reach(session.id, "awaiting_feedback");
    expect(session).toMatchObject({ calls: 1, stages: { 0: { done: 1 } } });

    const { id: documentId } = await thesis();
    const { markdown } = await getDocument(t.ctx, { documentId });
    const edits = await five((n) =>
      editDocument(t.ctx, { documentId, markdown: `${markdown}\nBy ${n}.\n`, baseVersion: 1 }),
    );
    expect(kept(edits)).toHaveLength(1);
    expect(new Set(codes(edits))).toEqual(new Set(["version_conflict"]));
    expect((await getDocument(t.ctx, { documentId })).versions).toHaveLength(2);

    const asked = await five(() => regenerateDocument(t.ctx, { documentId }));
    const jobs = new Set(kept(asked).map((job) => job.id));
    expect(jobs.size).toBe(1);
    for (const code of codes(asked)) expect(code).toBe("conflict");
    await worker.idle();
    expect(
      (await listDocuments(t.ctx, { ...at("thesis"), kind: "whole" })).items.map((one) => one.replacedBy === null),
    ).toEqual([false, true]);
  });

  it("keeps all feedback, submits once, and refuses to start a stage while a document that the stage reads is being regenerated", async () => {
    const { id: documentId } = await thesis();
    const long = "Ünï — <<<end request>>> ".repeat(20_000);
    const said = await five((n) => giveFeedback(t.ctx, { ...at("thesis"), text: n === 5 ? long : `Say ${n}.` }));
    expect(new Set(kept(said).map((one) => one.version)).size).toBe(5);
    await giveFeedback(t.ctx, { ...at("thesis"), text: "" });
    await five((n) => answerQuestion(t.ctx, { sessionId: session.id, number: 1, answer: `Answer ${n}.` }));
    const submitted = await five(() => submitStage(t.ctx, at("thesis")));
    expect(codes(submitted)).toEqual([]);
    expect((await getSession(t.ctx, { sessionId: session.id })).currentStage).toBe("antithesis");

    const [again, begun] = await Promise.allSettled([
      regenerateDocument(t.ctx, { documentId }),
      generateStage(t.ctx, at("antithesis")),
    ]);
    // Either request may come first. Then the other one is refused, or the reviews of the old thesis become stale.
    if (begun.status === "rejected") expect(begun.reason.code).toBe("missing_input");
    if (again.status === "rejected") expect(again.reason.code).toBe("conflict");
    await worker.idle();
    await generateStage(t.ctx, at("antithesis"));
    session = await t.reach(session.id, "awaiting_feedback");
    const stale = await five(() => regenerateStale(t.ctx, { sessionId: session.id }));
    for (const code of codes(stale)) expect(code).toBe("conflict");
    await worker.idle();
    const current = (await listDocuments(t.ctx, { sessionId: session.id, kind: "whole" })).items.filter(
      (one) => !one.replacedBy,
    );
    expect(current.filter((one) => one.stale !== null)).toEqual([]);
  });

  it("completes the iteration, starts one further iteration, and leaves no unfinished job", async () => {
    for (const stage of ["antithesis", "synthesis", "parenthesis"]) {
      await five(() => submitStage(t.ctx, at(stage)));
      const { currentStage } = await getSession(t.ctx, { sessionId: session.id });
      await five(() => generateStage(t.ctx, at(currentStage)));
      session = await t.reach(session.id, "awaiting_feedback", "iteration_complete");
    }
    const { projectId } = session;
    const cards = (await getBoard(t.ctx, { projectId })).cards;
    expect(cards.map(({ number }) => number)).toEqual(cards.map((_, index) => index + 1));
    const begun = await five(() => startIteration(t.ctx, { sessionId: session.id }));
    expect(kept(begun)).toHaveLength(1);
    expect(new Set(codes(begun))).toEqual(new Set(["stage_not_current"]));
    session = await t.reach(session.id, "iteration_complete");
    await worker.idle();
    expect(session.iteration).toBe(2);
    const jobs = (await t.ctx.db.tx((db) => listJobs(db, { session: session.id, limit: 500 }))).items;
    const open = jobs.filter((job) => !["completed", "superseded", "failed", "cancelled"].includes(job.status));
    expect(open.map(({ kind, status, label }) => [kind, status, label])).toEqual([]);
  });
});
