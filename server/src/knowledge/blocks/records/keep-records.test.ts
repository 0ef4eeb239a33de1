import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rejectFact, undoAction } from "#ledger";
import { engines, type TestDatabase, testDatabase } from "#test";
import { type LedgerSetup, setUpLedger } from "../../ledger/ledger.fixture.ts";
import { patchBlocks } from "../patch-blocks.ts";
import { readBlocks } from "../read-blocks.ts";
import { renderBlocks } from "../render-blocks.ts";
import { addRecord, changeRecord } from "./keep-records.ts";

const size = "project.summary.audience_size";

describe.each(engines)("notes, questions and decisions in blocks on %s", (engine) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await testDatabase(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());
  const blockOf = async (s: LedgerSetup, name: string) =>
    (await readBlocks(s.ctx, s)).find(({ block, subject }) => block === name && subject === "project");

  it("appear in their block with their author, and escaped in the block's Markdown", async () => {
    const s = await setUpLedger(t.database, { onFactsChanged: patchBlocks });
    for (const { block } of await readBlocks(s.ctx, s))
      await addRecord(s.ctx, { ...s, kind: "note", block, text: "See *page* 2" });
    const blocks = await readBlocks(s.ctx, s);
    expect(blocks.map(({ records }) => records.map(({ kind, by }) => [kind, by]))).toEqual(
      blocks.map(() => [["note", "user"]]),
    );
    expect(blocks.map(({ block }) => block)).toContain("project.open_questions");
    expect(renderBlocks(blocks)).toContain("- Note: See \\*page\\* 2");
    await addRecord(s.ctx, { ...s, kind: "decision", block: "project.decisions", text: "We rent." });
    expect(await blockOf(s, "project.decisions")).toMatchObject({
      updatedBy: "user",
      records: [{}, { kind: "decision" }],
    });
  });

  it("are refused if the block does not exist or has changed since it was read", async () => {
    const s = await setUpLedger(t.database, { onFactsChanged: patchBlocks });
    const note = { ...s, kind: "note", text: "Ask." } as const;
    await expect(addRecord(s.ctx, { ...note, block: "project.mood" })).rejects.toMatchObject({ code: "invalid_input" });
    const before = (await blockOf(s, "project.summary"))?.revision;
    await s.say("300 guests.", { key: size, value: 300, quote: "300 guests" });
    await expect(addRecord(s.ctx, { ...note, block: "project.summary", ifRevision: before })).rejects.toMatchObject({
      code: "conflict",
      details: { revision: 1 },
    });
    await addRecord(s.ctx, { ...note, block: "project.summary", ifRevision: 1 });
    expect(await blockOf(s, "project.summary")).toMatchObject({ revision: 2 });
  });

  it("leave the block and its revision unchanged when resolved a second time", async () => {
    const s = await setUpLedger(t.database, { onFactsChanged: patchBlocks });
    const { id: recordId } = await addRecord(s.ctx, {
      ...s,
      kind: "question",
      block: "project.summary",
      text: "Rain?",
    });
    await changeRecord(s.ctx, { recordId, act: "resolve" });
    const once = await readBlocks(s.ctx, s);
    await changeRecord(s.ctx, { recordId, act: "resolve" });
    expect(await readBlocks(s.ctx, s)).toEqual(once);
    await changeRecord(s.ctx, { recordId, act: "reopen" });
    expect((await blockOf(s, "project.summary"))?.questions.map(({ question }) => question)).toContain("Rain?");
    await changeRecord(s.ctx, { recordId, act: "remove" });
    await expect(changeRecord(s.ctx, { recordId, act: "reopen" })).rejects.toMatchObject({ code: "conflict" });
  });

  it("include questions about a key, which close when a fact under the key is accepted and reopen when it is rejected", async () => {
    const s = await setUpLedger(t.database, { onFactsChanged: patchBlocks });
    await addRecord(s.ctx, { ...s, kind: "question", block: "project.summary", key: size, text: "How many come?" });
    const isOpen = async () =>
      (await blockOf(s, "project.summary"))?.questions.some(({ question }) => question === "How many come?");
    expect(await isOpen()).toBe(true);
    await s.say("300 guests.", { key: size, value: 300, quote: "300 guests" });
    expect(await isOpen()).toBe(false);
    const [fact] = await s.facts("accepted");
    if (!fact) throw new Error("Nothing was accepted.");
    await rejectFact(s.ctx, { factId: fact.id });
    expect(await isOpen()).toBe(true);
    await undoAction(s.ctx, s);
    expect(await isOpen()).toBe(false);
  });
});
