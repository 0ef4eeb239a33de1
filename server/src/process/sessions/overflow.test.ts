import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { listDocuments, listReceipts } from "#documents";
import { countBy } from "#models";
import { type EngineName, engines, type PricedRequest, rehearse, startPricedProvider, testApp } from "#test";
import { auditWallets, getBalance, topUp } from "#wallet";

const contextWindow = 9_500;
const maxOutputTokens = 2_000;
/** The provider's token count is ours multiplied by this factor. */
const excess = 1.3;

type Says = (tokens: number) => string;
const numbers: Says = (tokens) =>
  `This model's maximum context length is ${contextWindow} tokens. However, your messages resulted in ${tokens} tokens.`;
const nothing: Says = () => "Your input exceeds the context window of this model.";

/** Starts a run with a provider that refuses prompts which are too long by the provider's own count. */
async function run(engine: EngineName, says: Says, refusesAll = false) {
  const refused: string[] = [];
  const answer = async (asked: PricedRequest) => {
    const texts = [asked.instructions, ...asked.messages.map(({ content }) => content)];
    const tokens = Math.ceil(texts.reduce((sum, text) => sum + 4 + countBy("pieces", text), 0) * excess);
    if (refusesAll || tokens + asked.maxOutputTokens > contextWindow) {
      refused.push(texts.join("\n"));
      throw new Error(says(tokens));
    }
    const said = await rehearse(asked);
    return { ...said, usage: { ...said.usage, inputTokens: tokens } };
  };
  const provider = await startPricedProvider({ answer, contextWindow });
  const t = await testApp(engine);
  provider.listIn(t.dataDir);
  await topUp(t.ctx, { amount: 100_000_000n, key: "plenty" });
  await t.startWorker();
  const models = provider.models.slice(0, 1);
  // With so small a window, some artifacts are missing, which does not matter for this test.
  const choice = { auto: true, start: true, acceptFindings: true, maxOutputTokens };
  const session = await t.session({ brief: readFileSync("examples/popup.md", "utf8"), models, ...choice });
  return {
    ...t,
    id: session.id,
    refused,
    calls: async () =>
      (
        await t.database.asOwner((db) =>
          sql<{ call_key: string; cost: bigint }>`
            select call_key, cost from model_calls where error_code = 'context_window'`.execute(db),
        )
      ).rows,
    async [Symbol.asyncDispose]() {
      await t[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

describe.each(engines)("a prompt that the provider refuses as too long, on %s", (engine) => {
  it.each([
    ["that says how long the prompt was", numbers],
    ["that says only that it was too long", nothing],
  ])("is shortened to the size learned from the refusal and sent again, for a provider %s", async (_, says) => {
    await using t = await run(engine, says);
    await t.reach(t.id, "iteration_complete");
    const calls = await t.calls();
    expect(calls.length).toBe(t.refused.length);
    expect(calls.length).toBeGreaterThan(0);
    // Later calls use the size learned from the first refusal, so no prompt is refused twice, and few are refused at all.
    expect(new Set(calls.map(({ call_key }) => call_key)).size).toBe(calls.length);
    expect(calls.length).toBeLessThanOrEqual(2);
    expect(calls.every(({ cost }) => cost === 0n)).toBe(true);
    const documents = (await listDocuments(t.ctx, { sessionId: t.id, kind: "whole" })).items;
    expect(documents).toHaveLength(5);
    const receipts = await Promise.all(documents.map((one) => listReceipts(t.ctx, { documentId: one.id })));
    expect(receipts.flat().length).toBeGreaterThan(0);
    expect(await getBalance(t.ctx)).toMatchObject({ held: 0n });
    expect(await t.ctx.db.tx(auditWallets)).toEqual([]);
  });

  it("fails with an error that names a remedy, and costs nothing, if it is refused a second time", async () => {
    await using t = await run(engine, () => "This model's maximum context length is 4096 tokens.", true);
    const { blockedBy } = await t.reach(t.id, "failed");
    expect(t.refused).toHaveLength(2);
    expect(blockedBy).toMatchObject({ kind: "failed", code: "context_window" });
    expect(blockedBy).toMatchObject({ message: expect.stringMatching(/4,?096.*models\.json/s) });
    expect(await getBalance(t.ctx)).toEqual({ balance: 100_000_000n, held: 0n, free: 100_000_000n });
  });
});
