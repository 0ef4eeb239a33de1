import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { answerKeys, changeLedgerSettings, listFacts, listKeyQuestions } from "#ledger";
import { engines, type PaidProvider, startPaidProvider, type TestApp, testApp } from "#test";
import { auditWallets, getBalance, topUp } from "#wallet";
import { readBlocks } from "../read-blocks.ts";
import { changeRecord } from "../records/keep-records.ts";
import { enrichBlocks, enrichJob, listEnrichments } from "./enrich.job.ts";

describe.each(engines)("blocks enriched by a model on %s", (engine) => {
  let t: TestApp;
  let provider: PaidProvider;
  let answer: object;
  beforeAll(async () => {
    t = await testApp(engine);
    provider = await startPaidProvider(() => ({
      pieces: [`Here you are:\n\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``],
      usage: { prompt_tokens: 100, completion_tokens: 50 },
    }));
    provider.listIn(t.dataDir);
    await topUp(t.ctx, { amount: 1_000_000n, key: "start" });
    await t.startWorker();
  });
  afterAll(async () => {
    await t[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });
  const enriched = async (projectId: Awaited<ReturnType<TestApp["session"]>>["projectId"]) => {
    const { jobId } = await enrichBlocks(t.ctx, { projectId });
    return vi.waitUntil(
      async () =>
        (await listEnrichments(t.ctx, { projectId })).find((one) => one.jobId === jobId && one.status === "succeeded"),
      { timeout: 30_000, interval: 50 },
    );
  };

  it("receive questions, suggestions and notes; other operations are refused with a reason", async () => {
    const { projectId } = await t.session({ brief: "A pop-up.", models: ["rehearsal/atlas"] });
    // By default, the project has no extractor, because its session has only a rehearsal model.
    await expect(enrichBlocks(t.ctx, { projectId })).rejects.toMatchObject({ code: "conflict" });
    await changeLedgerSettings(t.ctx, { projectId, extractor: provider.model });
    await answerKeys(t.ctx, {
      ...{ projectId, turnKey: "t", workStage: "ideation" },
      answers: [{ key: "project.summary.location", text: "Haifa" }],
    });
    const facts = await listFacts(t.ctx, { projectId, limit: 50 });
    answer = {
      additions: [
        { add: "question", block: "project.budget", text: "Who pays the deposit?" },
        { add: "constraint", block: "project.constraints", text: "No open flame", severity: "hard" },
        { add: "checklist", block: "project.logistics", text: "Book the lift" },
        { add: "note", block: "project.summary", text: "The hall is old" },
        { add: "note", block: "project.summary", text: "the hall  is old" },
        { add: "decision", block: "project.decisions", text: "We rent" },
        { op: "set", key: "project.summary.location", value: "Ulm" },
        { remove: "F1" },
        { add: "note", block: "project.mood", text: "Calm" },
        { add: "note", block: "project.summary", text: "x".repeat(501) },
        "nonsense",
      ],
    };
    const { added, refused, spend } = await enriched(projectId);
    expect([added, refused.map(({ reason }) => reason)]).toEqual([
      4,
      [
        "already-there",
        "not-an-addition",
        "not-an-addition",
        "not-an-addition",
        "unknown-block",
        "text-too-long",
        "not-an-addition",
      ],
    ]);
    expect(Number(spend)).toBeGreaterThan(0);
    expect(await listFacts(t.ctx, { projectId, limit: 50 })).toEqual(facts); // an enrichment adds no facts
    const blocks = await readBlocks(t.ctx, { projectId });
    const records = blocks.flatMap((block) => block.records);
    expect(records.map(({ kind, by, text }) => `${kind} ${by} ${text}`).toSorted()).toEqual([
      "note model The hall is old",
      "suggestion model Book the lift",
      "suggestion model No open flame",
    ]);
    expect((await listKeyQuestions(t.ctx, { projectId })).find(({ why }) => why === "added")).toMatchObject({
      question: "Who pays the deposit?",
      model: provider.model,
    });
    const flame = records.find(({ text }) => text === "No open flame");
    if (!flame) throw new Error("The suggestion is missing.");
    await changeRecord(t.ctx, { recordId: flame.id, act: "resolve" });
    const taken = (await listFacts(t.ctx, { projectId, limit: 50 })).items.find(
      ({ statement }) => statement === "Rule: No open flame",
    );
    expect(taken).toMatchObject({ status: "accepted", source: "manual" });
    expect([(await getBalance(t.ctx)).held, await t.ctx.db.tx(auditWallets)]).toEqual([0n, []]);
  });

  it("receive each addition once, even if their job runs twice", async () => {
    const { projectId } = await t.session({ brief: "A pop-up.", models: ["rehearsal/atlas"] });
    await changeLedgerSettings(t.ctx, { projectId, extractor: provider.model, documents: false });
    answer = [{ add: "note", block: "project.summary", text: "Once" }];
    const { jobId } = await enriched(projectId);
    // The second run gets no tools for calling a model, so it fails if it calls one.
    const again = enrichJob({} as never).start(
      { db: t.ctx.db } as never,
      { id: jobId, payload: { projectId } } as never,
    );
    expect(await again).toEqual({ type: "done" });
    const texts = (await readBlocks(t.ctx, { projectId })).flatMap(({ records }) => records.map(({ text }) => text));
    expect(texts).toEqual(["Once"]);
  });

  it("receive additions that a rehearsal model derives by rules", async () => {
    const { projectId } = await t.session({ brief: "A pop-up.", models: ["rehearsal/atlas"] });
    await changeLedgerSettings(t.ctx, { projectId, rehearsal: true });
    await answerKeys(t.ctx, {
      ...{ projectId, turnKey: "t", workStage: "ideation" },
      answers: [
        { key: "project.constraints.exclusion", text: "Fireworks" },
        { key: "project.constraints.rule", text: "No drilling (at all)" },
      ],
    });
    const { added, refused } = await enriched(projectId);
    expect(added).toBeGreaterThan(2);
    expect(refused).toEqual([]);
    const records = (await readBlocks(t.ctx, { projectId })).flatMap((block) => block.records);
    expect(records.map(({ text }) => text)).toContain("Check before the end: No drilling (at all)");
  });
});
