import type { ItemId, ProjectId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { answerKeys, changeLedgerSettings, getBundle, listBundles, listFacts, postOperations } from "#ledger";
import { giveFeedback } from "#sessions";
import { engines, type PaidProvider, startPaidProvider, type TestApp, testApp } from "#test";
import { topUp } from "#wallet";
import { createItem, renameItem } from "../index.ts";
import { width } from "../items.fixture.ts";

describe.each(engines)("turns that mention items on %s", (engine) => {
  let t: TestApp;
  let provider: PaidProvider;
  let asked: string[] = [];
  let operations: object[] = [];
  beforeAll(async () => {
    t = await testApp(engine);
    provider = await startPaidProvider(({ messages }) => {
      asked = messages.map(({ content }) => content);
      return { pieces: [JSON.stringify({ operations })], usage: { prompt_tokens: 100, completion_tokens: 50 } };
    });
    provider.listIn(t.dataDir);
    await topUp(t.ctx, { amount: 1_000_000n, key: "start" });
    await t.startWorker();
  });
  afterAll(async () => {
    await t[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  const atRest = () =>
    vi.waitUntil(
      async () => {
        const { rows } = await t.ctx.db.tx((db) =>
          sql`select from jobs where kind in ('collect', 'parse') and not job_is_over(status)`.execute(db),
        );
        return rows.length === 0;
      },
      { timeout: 30_000, interval: 50 },
    );
  const setUp = async (...names: string[]) => {
    const session = await t.session({
      brief: "A pop-up.",
      models: ["rehearsal/atlas"],
      domain: "event-production",
      start: true,
    });
    const { projectId } = session;
    await t.reach(session.id, "awaiting_feedback");
    const ids: ItemId[] = [];
    for (const name of names) ids.push((await createItem(t.ctx, { projectId, name })).item.id);
    await changeLedgerSettings(t.ctx, { projectId, extractor: provider.model, documents: false });
    const say = async (text: string, ...given: object[]) => {
      operations = given.map((one) => ({ op: "ADD", section: "FREE_CHAT", confidence: 0.95, ...one }));
      await giveFeedback(t.ctx, { sessionId: session.id, stage: "thesis", text });
      await atRest();
      const [turn] = (await listBundles(t.ctx, { projectId, limit: 1 })).items;
      if (!turn) throw new Error("The feedback made no turn.");
      return getBundle(t.ctx, { bundleId: turn.id });
    };
    return { projectId, ids, say };
  };
  const known = async (projectId: ProjectId) =>
    (await listFacts(t.ctx, { projectId, limit: 50 })).items.map(
      ({ status, itemName, statement, reviewReason }) =>
        `${status} ${itemName}: ${statement}${reviewReason ? ` (${reviewReason})` : ""}`,
    );

  it("give the extractor the names, keys and accepted facts of these items; the extractor's answer names the item of each statement", async () => {
    const { projectId, ids, say } = await setUp("Backdrop", "Floor", "Bar");
    const [backdrop, floor] = ids as [ItemId, ItemId, ItemId];
    const bundle = await say(
      `@item(${floor}:Old name) is 8 m wide, and the BACKDROP is 6 m wide.`,
      { key: width, itemId: backdrop, value: "6 m", quote: "6 m wide" },
      { key: width, itemId: floor, value: "8 m", quote: "8 m wide" },
    );
    expect(bundle.text).toContain("scope=multiItem\n");
    expect(bundle.text).toContain(
      `itemRefs=[{"id":"${floor}","name":"Floor"},{"id":"${backdrop}","name":"Backdrop"}]\nselectedItemIds=[]\n`,
    );
    expect(asked.join("\n")).toContain(`- ${width}: Width; dimension (length)`);
    expect(asked[0]).toContain('"itemId":{"type":"string"}'); // in the schema of the answer
    expect(await known(projectId)).toEqual(["accepted Backdrop: Width: 6 m", "accepted Floor: Width: 8 m"]);

    await say("The backdrop is 700 cm wide.", { key: width, itemId: floor, value: "7 m", quote: "700 cm wide" });
    const prompt = asked.join("\n");
    expect(prompt).toContain(`- ${width} (itemId ${backdrop}): Width: 6 m`);
    expect(prompt).not.toContain(floor); // not in this turn's scope
    const refused = await say("The backdrop is big.", { key: width, itemId: floor, value: "7 m", quote: "big" });
    expect(refused.notes.map(({ reason }) => reason)).toEqual(["unknown-item"]);
    expect(await known(projectId)).toEqual(["accepted Backdrop: Width: 6 m", "accepted Floor: Width: 8 m"]);
  });

  it("are the only turns that give the extractor the keys of items", async () => {
    const { say } = await setUp("Backdrop");
    const bundle = await say("We rent the hall.");
    expect(bundle.text).toContain("scope=project\nitemRefs=[]");
    expect(asked.join("\n")).not.toContain(`- ${width}`);
  });

  it("only propose facts, for a person to decide, if two items have the mentioned name", async () => {
    const { projectId, ids, say } = await setUp("LED wall", "LED-walls");
    const operation = { key: width, itemId: ids[0], value: "4 m", quote: "4 m wide" };
    const bundle = await say("The led wall is 4 m wide.", operation);
    expect(bundle.text).toContain("scope=multiItem\n");
    expect(await known(projectId)).toEqual(["proposed LED wall: Width: 4 m (ambiguous-item)"]);
    await say(`@item(${ids[0]}:LED wall) is 400 cm wide.`, { ...operation, quote: "400 cm wide" });
    expect(await known(projectId)).toContain("accepted LED wall: Width: 4 m");
  });

  it("are stored once if they are sent again after an item was renamed, and keep the item's old name", async () => {
    const { projectId, ids } = await setUp("Backdrop");
    const [itemId] = ids as [ItemId];
    const turn = {
      projectId,
      turnKey: "t",
      workStage: "planning" as const,
      answers: [{ key: width, itemId, text: "6 m" }],
      chat: "The backdrop is grey.",
    };
    const { bundleId } = await answerKeys(t.ctx, turn);
    await renameItem(t.ctx, { itemId, name: "Photo wall" });
    expect(await answerKeys(t.ctx, turn)).toMatchObject({ isNew: false, bundleId });
    const { text } = await getBundle(t.ctx, { bundleId });
    expect(text).toContain(`itemRefs=[{"id":"${itemId}","name":"Backdrop"}]\nselectedItemIds=["${itemId}"]`);
    await atRest();
    expect(await known(projectId)).toEqual(["accepted Photo wall: Width: 6 m"]);
  });

  it("can be read by another program, which must name the item of each statement", async () => {
    const { projectId, ids } = await setUp("Backdrop");
    await changeLedgerSettings(t.ctx, { projectId, extractor: null });
    const answers = [{ key: "project.summary.location", text: "Haifa" }];
    const turn = {
      projectId,
      turnKey: "t",
      workStage: "planning" as const,
      answers,
      chat: "The backdrop is 6 m wide.",
    };
    const { bundleId } = await answerKeys(t.ctx, turn);
    const operation = { key: width, itemId: ids[0], value: "6 m", quote: "6 m wide", confidence: 1 };
    const { facts } = await postOperations(t.ctx, { bundleId, operations: [operation] });
    expect(facts).toMatchObject([{ status: "accepted", itemName: "Backdrop", statement: "Width: 6 m" }]);
  });
});
