import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listDocuments } from "#documents";
import { continueWithout, generateStage, retryStage, submitStage } from "#sessions";
import { engines, startPaidProvider, type TestApp, testApp, wholeAnswer } from "#test";
import { topUp } from "#wallet";

const brief = "Plant a hedge along the road.";

describe.each(engines)("on %s, a stage that continues without a model", (engine) => {
  let shared: TestApp;
  beforeAll(async () => {
    shared = await testApp(engine);
  });
  afterAll(() => shared[Symbol.asyncDispose]());

  /** A session with two models. Its first stage has failed, because the provider of one model refused the request. */
  async function failed(models = ["rehearsal/atlas", "paid/scripted"]) {
    let isBroken = true;
    const provider = await startPaidProvider((asked) =>
      isBroken ? { pieces: [], status: 400 } : { pieces: wholeAnswer(asked) },
    );
    const t = await testApp(engine, { beside: shared });
    provider.listIn(t.dataDir);
    await topUp(t.ctx, { amount: 1_000_000n, key: "first" });
    const worker = await t.startWorker();
    const { id } = await t.session({ brief, models, start: true });
    await t.reach(id, "failed");
    await worker.idle();
    return {
      ...t,
      at: { sessionId: id, stage: "thesis" },
      mend() {
        isBroken = false;
      },
      async [Symbol.asyncDispose]() {
        await t[Symbol.asyncDispose]();
        await provider[Symbol.asyncDispose]();
      },
    };
  }

  it("finishes with the documents of the other models and lists the missing ones, and a repeated request changes nothing", async () => {
    await using t = await failed();
    await continueWithout(t.ctx, t.at);
    const finished = await t.reach(t.at.sessionId, "awaiting_feedback");
    const [stage] = finished.stages;
    expect(stage).toMatchObject({ status: "completed", done: 1, expected: 1 });
    expect(stage?.work.map(({ model, state }) => `${model} ${state}`).sort()).toEqual([
      "paid/scripted excluded",
      "rehearsal/atlas done",
    ]);
    expect(stage?.work.find(({ state }) => state === "excluded")?.why).toContain("Not now.");
    const again = await continueWithout(t.ctx, t.at);
    expect(again.stages[0]).toEqual(stage);
  });

  it("omits the missing documents from later stages, in which the model takes part again", async () => {
    await using t = await failed();
    await continueWithout(t.ctx, { ...t.at, model: "paid/scripted" });
    await t.reach(t.at.sessionId, "awaiting_feedback");
    t.mend();
    await submitStage(t.ctx, t.at);
    await generateStage(t.ctx, { ...t.at, stage: "antithesis" });
    const { stages } = await t.reach(t.at.sessionId, "awaiting_feedback");
    expect(stages[1]).toMatchObject({ status: "completed", done: 2, expected: 2 });
    const critiques = (await listDocuments(t.ctx, { ...t.at, stage: "antithesis", kind: "whole" })).items;
    expect(critiques.map(({ model }) => model).sort()).toEqual(["paid/scripted", "rehearsal/atlas"]);
  });

  it("is refused if no document would be left, if the model is unknown, or if nothing failed", async () => {
    await using t = await failed(["paid/scripted"]);
    await expect(continueWithout(t.ctx, t.at)).rejects.toMatchObject({ code: "missing_input" });
    await expect(continueWithout(t.ctx, { ...t.at, model: "no/such" })).rejects.toMatchObject({
      code: "invalid_input",
    });
    t.mend();
    await retryStage(t.ctx, t.at);
    await t.reach(t.at.sessionId, "awaiting_feedback");
    await expect(continueWithout(t.ctx, t.at)).rejects.toMatchObject({ code: "conflict" });
  });
});
