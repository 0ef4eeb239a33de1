import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listDocuments, listReceipts } from "#documents";
import { listSessions } from "#sessions";
import { startPricedProvider, type TestApp, testApp, writeRequestedWords } from "#test";
import { topUp } from "#wallet";
import { importFile, zipFolder } from "./exports.fixture.ts";
import { verifyExport, writeExport } from "./index.ts";

const { fresh, remove } = zipFolder();
afterAll(remove);

describe("a project whose prompts were shortened", () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp("pglite");
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it("is exported and imported with the receipts of the lost passages", async () => {
    await using provider = await startPricedProvider({ answer: writeRequestedWords, contextWindow: 12_000 });
    provider.listIn(t.dataDir);
    await topUp(t.ctx, { amount: 100_000_000n, key: "plenty" });
    await t.startWorker();
    const models = provider.models.slice(0, 1);
    const brief = "Plan a stage for a summer fair.";
    const { id, projectId } = await t.session({ brief, models, auto: true, start: true, maxOutputTokens: 2_600 });
    await t.reach(id, "iteration_complete");
    const [first, second] = [fresh(), fresh()];
    await writeExport(t.ctx, { projectId, file: first });
    const before = await verifyExport(first);
    expect(before.manifest.rows.prompt_parts).toBeGreaterThan(0);

    const imported = await importFile(t.ctx, first);
    await writeExport(t.ctx, { projectId: imported.id, file: second });
    expect((await verifyExport(second)).manifest.files).toEqual(before.manifest.files);
    const lostIn = async (sessionId: typeof id) => {
      const documents = (await listDocuments(t.ctx, { sessionId, kind: "whole" })).items;
      const receipts = await Promise.all(documents.map(({ id: documentId }) => listReceipts(t.ctx, { documentId })));
      return receipts.flat().flatMap(({ parts }) => parts.map(({ from, to, leftOut }) => ({ from, to, leftOut })));
    };
    const lost = await lostIn(id);
    expect(lost.length).toBeGreaterThan(2);
    const [session] = (await listSessions(t.ctx, { projectId: imported.id })).items;
    expect(session && (await lostIn(session.id))).toEqual(lost);
  }, 120_000);
});
