import { sql } from "kysely";
import { expect, it } from "vitest";
import { listDocuments } from "#documents";
import { generateStage, readSeedPrompt, regenerateDocument, submitStage } from "#sessions";
import { engines, testApp } from "#test";
import { editFact } from "./facts/edit-fact.ts";
import { listFacts, whyFact } from "./facts/read-facts.ts";
import { undoAction } from "./facts/undo-action.ts";
import { answerKeys } from "./turns/answer-keys.ts";

it.each(engines)(
  "prompts contain the facts accepted when their stage began, and changing a fact makes the documents written from it stale (%s)",
  async (engine) => {
    await using t = await testApp(engine);
    const { id: sessionId, projectId } = await t.session({
      brief: "Launch a pop-up.",
      models: ["rehearsal/atlas"],
      start: true,
    });
    const worker = await t.startWorker();
    await t.reach(sessionId, "awaiting_feedback");
    const answer = (turnKey: string, text: string) =>
      answerKeys(t.ctx, {
        projectId,
        turnKey,
        workStage: "ideation",
        answers: [{ key: "project.summary.audience_size", text }],
      });
    await answer("one", "300 guests");
    await submitStage(t.ctx, { sessionId, stage: "thesis" });
    const seed = async () => (await readSeedPrompt(t.ctx, { sessionId, stage: "antithesis" })).text;
    expect(await seed()).toContain("Summary:\n- [F1] Size of the audience: 300 (said by you)");
    await answer("two", "350 guests");
    expect(await seed()).toContain("[F2] Size of the audience: 350 (said by you)");
    expect(await seed()).not.toContain("[F1] Size");

    await generateStage(t.ctx, { sessionId, stage: "antithesis" });
    await answer("three", "400 guests"); // too late for this stage
    await t.reach(sessionId, "awaiting_feedback");
    const promptOf = async (stage: string) =>
      (
        await t.ctx.db.tx((db) =>
          sql<{ prompt: string }>`
          select prompt from contributions where session_id = ${sessionId} and stage = ${stage} and chunk = 0
          order by created_at desc limit 1`.execute(db),
        )
      ).rows[0]?.prompt ?? "";
    expect(await promptOf("thesis")).not.toContain("[F1] Size");
    expect(await promptOf("antithesis")).toContain("[F2] Size of the audience: 350 (said by you)");
    expect(await promptOf("antithesis")).not.toContain("[F3] Size");

    const reasons = async () =>
      (await listDocuments(t.ctx, { sessionId, kind: "whole" })).items.map(({ stage, stale, replacedBy }) => [
        stage,
        replacedBy ? "replaced" : (stale?.reason ?? null),
      ]);
    const stale = expect.stringContaining("relies on a fact that no longer holds");
    expect(await reasons()).toEqual([
      ["thesis", null],
      ["antithesis", stale],
    ]);
    const [, review] = (await listDocuments(t.ctx, { sessionId, kind: "whole" })).items;
    if (!review) throw new Error("The stage wrote nothing.");
    await regenerateDocument(t.ctx, { documentId: review.id });
    await worker.idle();
    expect(await promptOf("antithesis")).toContain("[F3] Size of the audience: 400 (said by you)");
    expect(await reasons()).toEqual([
      ["thesis", null],
      ["antithesis", "replaced"],
      ["antithesis", null],
    ]);
    // Undoing a change to a fact makes the documents that were written from it current again.
    const fact = (await listFacts(t.ctx, { projectId, status: "accepted", limit: 5 })).items[0];
    if (!fact) throw new Error("Nothing is accepted.");
    const { statedIn } = await whyFact(t.ctx, { factId: fact.id });
    const newest = (await listDocuments(t.ctx, { sessionId, kind: "whole" })).items.at(-1);
    expect(statedIn).toEqual([{ documentId: newest?.id, sessionId, stage: "antithesis", title: newest?.title }]);
    await editFact(t.ctx, { factId: fact.id, value: 500 });
    expect((await whyFact(t.ctx, { factId: fact.id })).statedIn).toEqual([]);
    expect((await reasons()).at(-1)).toEqual(["antithesis", stale]);
    await undoAction(t.ctx, { projectId });
    expect((await reasons()).at(-1)).toEqual(["antithesis", null]);
  },
);
