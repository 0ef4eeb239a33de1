import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listDocuments, listProjectFiles, listReceipts, readProjectFile } from "#documents";
import { countBy } from "#models";
import { type PricedRequest, rehearse, startPricedProvider, type TestApp, testApp } from "#test";
import { auditWallets, topUp } from "#wallet";

const contextWindow = 8_500;

describe("a run whose prompts do not fit", () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp("pglite");
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it("sends no prompt that is larger than the window, and lists in each document the parts that its prompts left out", async () => {
    const sizes: number[] = [];
    const answer = async (asked: PricedRequest) => {
      const texts = [asked.instructions, ...asked.messages.map(({ content }) => content)];
      const tokens = texts.reduce((sum, text) => sum + 4 + countBy("pieces", text), 0);
      sizes.push(tokens + asked.maxOutputTokens);
      if (tokens + asked.maxOutputTokens > contextWindow) throw new Error("Too long for the window.");
      return rehearse(asked);
    };
    await using provider = await startPricedProvider({ answer, contextWindow });
    provider.listIn(t.dataDir);
    await topUp(t.ctx, { amount: 100_000_000n, key: "plenty" });
    await t.startWorker();
    const { id, projectId } = await t.session({
      brief: readFileSync("examples/popup.md", "utf8"),
      models: provider.models.slice(0, 1),
      auto: true,
      start: true,
      maxOutputTokens: 1_600,
      acceptFindings: true, // with so small a window some artifacts are missing
    });
    await t.reach(id, "iteration_complete");
    expect(Math.max(...sizes)).toBeLessThanOrEqual(contextWindow);
    const documents = (await listDocuments(t.ctx, { sessionId: id, kind: "whole" })).items;
    const receipts = await Promise.all(documents.map((one) => listReceipts(t.ctx, { documentId: one.id })));
    const lost = receipts.flat();
    expect(lost.length).toBeGreaterThan(2);
    for (const { tokensBefore, tokensAfter, inputLimit, parts } of lost) {
      expect(tokensBefore).toBeGreaterThan(inputLimit);
      expect(tokensAfter).toBeLessThanOrEqual(inputLimit);
      for (const part of parts.filter(({ kind }) => kind === "document")) {
        expect(part.to).toBeLessThan(part.from);
        expect(part.leftOut.map(({ text }) => text.trim())).not.toContain("");
        expect(documents.map((one) => one.id)).toContain(part.documentId);
      }
    }
    // Only the files of documents with a shortened prompt have a line that says so.
    for (const [index, { path }] of documents.entries()) {
      const { text } = await readProjectFile(t.ctx, { projectId, path });
      expect(/^prompt: shortened$/m.test(text.split("\n---\n", 1)[0] ?? "")).toBe((receipts[index]?.length ?? 0) > 0);
    }
    // A continuation shortens its prompt further only where it must.
    expect(lost.some(({ continuation, parts }) => continuation > 0 && parts.some(({ reused }) => reused))).toBe(true);
    // The prompt is stored with the answer. It has a mark wherever a part was left out.
    const files = await listProjectFiles(t.ctx, { projectId });
    const prompts = files.filter(({ path }) => path.includes("/_work/prompts/"));
    const texts = await Promise.all(prompts.map(({ path }) => readProjectFile(t.ctx, { projectId, path })));
    expect(texts.filter(({ text }) => text.includes("[…]")).length).toBe(lost.length);
    expect(await t.ctx.db.tx(auditWallets)).toEqual([]);
  }, 120_000);
});
