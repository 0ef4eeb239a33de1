import { formatDollars, type Session } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listDocuments } from "#documents";
import { createItem, getItem } from "#items";
import { acceptFact, answerKeys, listFacts } from "#ledger";
import { createProject, quoteIteration, startIteration } from "#sessions";
import {
  engines,
  type PricedProvider,
  rehearse,
  startPricedProvider,
  startScriptedModel,
  type TestApp,
  testApp,
} from "#test";
import { topUp } from "#wallet";
import { openHttp, type TestHttp } from "../http.fixture.ts";
import { chatOver } from "./chat.fixture.ts";

describe.each(engines)("a conversation that steers a project on %s", (engine) => {
  let t: TestApp;
  let http: TestHttp;
  let provider: PricedProvider;
  let session: Session;
  let worker: Awaited<ReturnType<TestApp["startWorker"]>>;
  const prompts: string[] = [];
  beforeAll(async () => {
    provider = await startPricedProvider({
      answer(asked) {
        prompts.push(JSON.stringify(asked.messages));
        return rehearse(asked);
      },
    });
    t = await testApp(engine, { env: { DIALECTIC_APPROVAL_SHARE: "100" } });
    provider.listIn(t.dataDir);
    await topUp(t.ctx, { amount: 100_000_000_000n, key: "first" });
    worker = await t.startWorker();
    http = openHttp(t);
    const brief = "A fair for 300 guests on the quay. The doors open at nine.";
    const started = await t.session({ brief, models: provider.models.slice(0, 1), auto: true, start: true });
    session = await t.reach(started.id, "iteration_complete");
    const { projectId } = session;
    const { facts } = await answerKeys(t.ctx, {
      ...{ projectId, turnKey: "budget", workStage: "planning" },
      answers: [{ key: "project.budget.total", text: "80,000 EUR" }],
    });
    for (const { id } of facts) await acceptFact(t.ctx, { factId: id });
  }, 120_000);
  afterAll(async () => {
    http.close();
    await t[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  const budgets = async () =>
    (await listFacts(t.ctx, { projectId: session.projectId, limit: 100 })).items
      .filter(({ key }) => key === "project.budget.total")
      .map(({ statement, status, evidence }) => [statement, status, evidence?.quote]);
  const documents = async () =>
    (await listDocuments(t.ctx, { sessionId: session.id, stage: "parenthesis", kind: "whole" })).items;

  it("records a budget with its evidence, and regenerates the milestones offline, each after a confirmation", async () => {
    const { converse, answer } = chatOver(http);
    const conversation = await converse("rehearsal/atlas", session.projectId);
    const changed = await answer(conversation, "Change the budget to 150k.");
    expect(changed).toMatchObject({ status: "completed", tools: [{ name: "propose_fact", isError: false }] });
    const [proposal] = changed.actions;
    expect(proposal).toMatchObject({
      tool: "propose_fact",
      status: "open",
      price: null,
      summary:
        'Record "Budget: 150,000 EUR" as a fact. You wrote: "Change the budget to 150k." It replaces "Budget: 80,000 EUR" [F1].',
    });
    expect(await budgets()).toEqual([["Budget: 80,000 EUR", "accepted", "80,000 EUR"]]);
    await http.client.confirmAction({ params: { actionId: proposal?.id ?? "" } });
    const changedBudgets = [
      ["Budget: 80,000 EUR", "superseded", "80,000 EUR"],
      ["Budget: 150,000 EUR", "accepted", "Change the budget to 150k."],
    ];
    expect(await budgets()).toEqual(changedBudgets);
    // A proposal can be decided only once.
    for (const decide of [http.client.confirmAction, http.client.declineAction]) {
      await expect(decide({ params: { actionId: proposal?.id ?? "" } })).rejects.toMatchObject({
        problem: { code: "conflict" },
      });
    }
    expect(await budgets()).toEqual(changedBudgets);

    const asked = await answer(conversation, "Regenerate the milestones with that.");
    expect(asked.context[0]).toMatchObject({ source: "facts", status: "used", items: 1 });
    const [work] = asked.actions;
    expect(work?.summary).toMatch(/^Regenerate the document that contains "Milestones"\. It is expected to cost \$/);
    expect(BigInt(work?.price ?? "0")).toBeGreaterThan(0n);
    expect(await documents()).toHaveLength(1);
    expect(await http.client.confirmAction({ params: { actionId: work?.id ?? "" } })).toMatchObject({
      status: "confirmed",
    });
    prompts.length = 0;
    await worker.idle();
    expect(await documents()).toHaveLength(2);
    expect(prompts.join("\n")).toContain("150,000 EUR");

    const why = await answer(conversation, "Why was C1 kept?");
    expect(why.answer).toMatch(/`explain_claim` answered “C1, from the proposal of priced\/atlas/);
    const where = await answer(conversation, "Where does F2 come from?");
    expect(where.answer).toContain(">>>Change the budget to 150k.<<<");
  });

  it("does not start an action that costs more than the user confirmed", async () => {
    const { converse, answer } = chatOver(http);
    const { actions } = await answer(
      await converse("rehearsal/atlas", session.projectId),
      "Regenerate the milestones.",
    );
    const [work] = actions;
    await t.database.asOwner((db) =>
      db
        .updateTable("exchange_actions")
        .set({ price: 1n })
        .where("id", "=", work?.id ?? "")
        .execute(),
    );
    const before = (await documents()).length;
    await expect(http.client.confirmAction({ params: { actionId: work?.id ?? "" } })).rejects.toMatchObject({
      problem: { code: "conflict" },
    });
    await worker.idle();
    expect(await documents()).toHaveLength(before);
  });

  it("records only what the user wrote in this message, and only for this project", async () => {
    await using script = await startScriptedModel();
    script.listIn(t.dataDir, { free: true });
    const { converse, answer } = chatOver(http);
    const budget = { key: "project.budget.total", value: "900,000 EUR" };
    const calls = [
      { ...budget, quote: "The budget is 900,000 EUR" },
      { ...budget, quote: "doors open" },
      { ...budget, value: "150k", quote: "budget" },
      { key: "project.budget.unheard_of", value: 1, quote: "doors open" },
      { key: "item.summary.quantity", value: 1, quote: "doors open" },
    ].map((input) => ({ name: "propose_fact", input }));
    script.follow(({ results }) => (results.length === 0 ? { calls } : { pieces: ["Done."] }));
    const { tools, actions } = await answer(
      await converse("scripted/model", session.projectId),
      "When do the doors open? What is the budget?",
    );
    expect(tools.map(({ isError }) => isError)).toEqual([true, true, true, true, true]);
    expect(actions).toEqual([]);
    const none = await answer(await converse("scripted/model"), "The budget is 900,000 EUR");
    expect(none.tools.map(({ isError }) => isError)).toEqual([true, true, true, true, true]);
  });

  it("records a value of an item that the user mentions, after a confirmation, and refuses an item of another project", async () => {
    await using script = await startScriptedModel();
    script.listIn(t.dataDir, { free: true });
    const { projectId } = session;
    const { item } = await createItem(t.ctx, { projectId, name: "Backdrop" });
    const other = await createProject(t.ctx, { brief: "Another fair.", process: "brief" });
    const { item: foreign } = await createItem(t.ctx, { projectId: other.id, name: "Stage" });
    const quantity = { key: "item.summary.quantity", value: 4, quote: "we need 4 of them" };
    const calls = [
      { ...quantity, item: "backdrop" },
      { ...quantity, item: foreign.id },
      { ...quantity, item: "Stage" },
      quantity,
      { key: "project.budget.total", value: "4 EUR", quote: "we need 4 of them", item: "Backdrop" },
    ].map((input) => ({ name: "propose_fact", input }));
    script.follow(({ results }) => (results.length === 0 ? { calls } : { pieces: ["Proposed."] }));
    const { converse, answer } = chatOver(http);
    const text = `@item(${item.id}:Backdrop) we need 4 of them, please.`;
    const { tools, actions } = await answer(await converse("scripted/model", projectId), text);
    expect(tools.map(({ isError }) => isError)).toEqual([false, true, true, true, true]);
    expect(actions).toMatchObject([
      { summary: 'Record "Quantity: 4" as a fact about Backdrop. You wrote: "we need 4 of them"', price: null },
    ]);
    const quantityOf = async () => {
      const { fields } = await getItem(t.ctx, { itemId: item.id });
      return fields.find(({ key }) => key === quantity.key)?.text;
    };
    expect(await quantityOf()).toBeUndefined();
    await http.client.confirmAction({ params: { actionId: actions[0]?.id ?? "" } });
    expect(await quantityOf()).toBe("4");
  });

  it("proposes to start a stage at the price of the iteration that it belongs to", async () => {
    await using script = await startScriptedModel();
    provider.listIn(t.dataDir);
    await worker.stop();
    const { id: sessionId, quote: first } = session;
    const { stages } = await quoteIteration(t.ctx, { sessionId });
    const { currentStage: stage } = await startIteration(t.ctx, { sessionId });
    await http.client.cancelStage({ params: { sessionId, stage } });
    script.listIn(t.dataDir, { free: true });
    const calls = [{ name: "start_stage", input: { stage } }];
    script.follow(({ results }) => (results.length === 0 ? { calls } : { pieces: ["Proposed."] }));
    const { converse, answer } = chatOver(http);
    const { actions } = await answer(await converse("scripted/model", session.projectId), "Start it again.");
    const expected = (of: typeof stages) => of.find((one) => one.stage === stage)?.expected ?? "0";
    expect(actions).toMatchObject([{ tool: "start_stage" }]);
    expect(actions[0]?.summary).toContain(`It is expected to cost ${formatDollars(expected(stages))},`);
    expect(formatDollars(expected(stages))).not.toBe(formatDollars(expected(first?.stages ?? [])));
  });
});
