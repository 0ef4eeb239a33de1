import type { ProjectId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { answerKeys, changeLedgerSettings, getBundle, listBundles, listFacts, listKeyQuestions } from "#ledger";
import { getQuestions } from "#review";
import { engines, type TestApp, testApp } from "#test";
import { readBlocks } from "../read-blocks.ts";
import { addRecord, changeRecord } from "./keep-records.ts";

describe.each(engines)("a set of questions on %s", (engine) => {
  let t: TestApp;
  let projectId: ProjectId;
  let sessionId: Awaited<ReturnType<TestApp["session"]>>["id"];
  beforeAll(async () => {
    t = await testApp(engine);
    const session = await t.session({
      brief: "Launch a pop-up in the old hall. Open question: which hall do we rent?",
      models: ["rehearsal/atlas"],
      start: true,
    });
    ({ projectId, id: sessionId } = session);
    await t.startWorker();
    await t.reach(sessionId, "awaiting_feedback");
    await changeLedgerSettings(t.ctx, { projectId, rehearsal: true });
    await atRest();
  });
  afterAll(() => t[Symbol.asyncDispose]());
  const atRest = () =>
    vi.waitUntil(
      async () =>
        (
          await t.database.asOwner((db) =>
            sql`select from jobs where kind in ('collect', 'parse') and not job_is_over(status)`.execute(db),
          )
        ).rows.length === 0,
      { timeout: 30_000, interval: 50 },
    );
  const asked = () => listKeyQuestions(t.ctx, { projectId });
  const answer = (turnKey: string, answers: Parameters<typeof answerKeys>[1]["answers"], chat = "") =>
    answerKeys(t.ctx, { projectId, turnKey, workStage: "ideation", answers, chat });

  it("lists important keys without a fact first, then questions of documents and people, then other keys without a fact", async () => {
    await addRecord(t.ctx, { projectId, kind: "question", block: "project.logistics", text: "Is there a lift?" });
    await answer("size", [{ key: "project.summary.audience_size", text: "300 guests" }]);
    const first = (await listFacts(t.ctx, { projectId, limit: 9 })).items;
    expect(first.map(({ statement }) => statement)).toEqual(["Size of the audience: 300"]);
    await answer("sizes", [{ key: "project.summary.audience_size", text: "400 or 500" }]);
    const questions = await asked();
    const reasons = questions.map(({ why }) => why);
    expect([...new Set(reasons)]).toEqual(expect.arrayContaining(["empty", "document", "added"]));
    expect(reasons[0]).toBe("empty");
    expect(reasons.indexOf("document")).toBeGreaterThan(0);
    expect(reasons.lastIndexOf("empty")).toBeGreaterThan(reasons.indexOf("added"));
  });

  it("is answered in one turn; a model reads only the free text and the answers to questions without a key", async () => {
    const before = (await listBundles(t.ctx, { projectId, limit: 100 })).items.length;
    const questions = await asked();
    const document = questions.find(({ why }) => why === "document");
    const added = questions.find(({ why }) => why === "added");
    if (!document || !added) throw new Error("A kind of question is missing.");
    const set = [
      { question: "project.summary.location", text: "Haifa" },
      { question: document.id, text: "We rent the hall in Jaffa." },
      { question: added.id, quick: "YES" as const, text: "Two of them." },
      { question: "project.summary.owner", quick: "IDK" as const, text: "" },
      { question: "project.constraints.exclusion", quick: "IRRELEVANT" as const, text: "" },
    ];
    const done = await answer("set", set, "The budget is 5,000 EUR.");
    expect(done.facts.map(({ status, statement }) => `${status} ${statement}`)).toEqual(["accepted Location: Haifa"]);
    await atRest();
    const { items: bundles } = await listBundles(t.ctx, { projectId, limit: 100 });
    expect(bundles.length).toBe(before + 1);
    const bundle = await getBundle(t.ctx, { bundleId: done.bundleId });
    expect(bundle.sourceType).toBe("mixed");
    for (const words of [
      `A2(qId=${document.id}#2): text="We rent the hall in Jaffa."`,
      `A3(qId=${added.id}#3): quick=YES text="Two of them."`,
      "A4(qId=project.summary.owner#4): quick=IDK",
      "The budget is 5,000 EUR.",
    ])
      expect(bundle.text).toContain(words);
    const kept = (await getQuestions(t.ctx, { sessionId })).find(({ id }) => id === document.id);
    expect(kept).toMatchObject({ state: "answered", answer: "We rent the hall in Jaffa." });
    const left = await asked();
    expect(
      left.filter(({ id }) => set.some(({ question }) => question === id)).map(({ id, status }) => [id, status]),
    ).toEqual([["project.summary.owner", "deferred"]]);
    expect(left.at(-1)?.id).toBe("project.summary.owner");
    expect(await answer("set", set, "The budget is 5,000 EUR.")).toMatchObject({ isNew: false });
  });

  it("creates no fact from IDK or IRRELEVANT, and resolves a question that is answered with IRRELEVANT", async () => {
    const { id } = await addRecord(t.ctx, {
      projectId,
      kind: "question",
      block: "project.budget",
      text: "Is there VAT?",
    });
    const facts = (await listFacts(t.ctx, { projectId, limit: 500 })).items.length;
    await answer("no-value", [{ question: id, quick: "IRRELEVANT", text: "because of the law" }]);
    expect((await listFacts(t.ctx, { projectId, limit: 500 })).items.length).toBe(facts);
    expect((await asked()).map((one) => one.id)).not.toContain(id);
    await changeRecord(t.ctx, { recordId: id, act: "reopen" });
    const budget = (await readBlocks(t.ctx, { projectId })).find(({ block }) => block === "project.budget");
    expect(budget?.questions.map(({ question }) => question)).toContain("Is there VAT?");
  });

  it("is refused as a whole if one of the answers is to a question that was not asked", async () => {
    const before = (await listBundles(t.ctx, { projectId, limit: 100 })).items.length;
    for (const question of ["project.mood.colour", "Q999", crypto.randomUUID()])
      await expect(
        answer(`bad:${question}`, [
          { key: "project.summary.goal", text: "Sell." },
          { question, text: "x" },
        ]),
      ).rejects.toMatchObject({ code: expect.stringMatching(/invalid_input|not_found/) });
    expect((await listBundles(t.ctx, { projectId, limit: 100 })).items.length).toBe(before);
  });
});
