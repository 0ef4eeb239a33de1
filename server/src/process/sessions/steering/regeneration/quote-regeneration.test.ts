import type { RegenerationQuote, Session } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getDocument, listDocuments } from "#documents";
import { engines, type PricedProvider, startPricedProvider, type TestApp, testApp } from "#test";
import { topUp } from "#wallet";
import {
  editDocument,
  generateStage,
  getSession,
  quoteRegeneration,
  quoteStale,
  regenerateDocument,
  regenerateStale,
  submitStage,
} from "../../index.ts";

describe.each(engines)("on %s, the price of regenerating", (engine) => {
  let t: TestApp;
  let provider: PricedProvider;
  let session: Session;
  let worker: Awaited<ReturnType<TestApp["startWorker"]>>;
  beforeAll(async () => {
    provider = await startPricedProvider();
    t = await testApp(engine, { env: { DIALECTIC_APPROVAL_SHARE: "100" } });
    provider.listIn(t.dataDir);
    await topUp(t.ctx, { amount: 100_000_000_000n, key: "first" });
    worker = await t.startWorker();
    const models = provider.models.slice(0, 2);
    const started = await t.session({
      brief:
        "Open a community garden for 60 families behind the library by 1 May 2027. The budget is 12,000 EUR. No tree may be cut. Ana leads the work. We do not know yet who will water the beds in August.",
      models,
      process: "brief",
      start: true,
    });
    session = await t.reach(started.id, "awaiting_feedback");
  });
  afterAll(async () => {
    await t[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  const spent = async () => BigInt((await getSession(t.ctx, { sessionId: session.id })).spent);
  const documentsOf = async (stage: string) =>
    (await listDocuments(t.ctx, { sessionId: session.id, stage, kind: "whole" })).items.filter(
      (one) => !one.replacedBy,
    );

  /** What `act` costs in total, once all jobs are done. */
  async function costOf(act: () => Promise<unknown>): Promise<bigint> {
    const before = await spent();
    await act();
    await worker.idle();
    return (await spent()) - before;
  }

  function expectWithin(quote: RegenerationQuote, cost: bigint): void {
    expect(cost).toBeGreaterThanOrEqual(BigInt(quote.low));
    expect(cost).toBeLessThanOrEqual(BigInt(quote.high));
    expect(Number(quote.expected) / Number(cost)).toBeGreaterThan(0.5);
    expect(Number(quote.expected) / Number(cost)).toBeLessThan(3);
  }

  it("one document is computed without starting anything, and its range contains the actual cost", async () => {
    const [document] = await documentsOf("thesis");
    if (!document) throw new Error("There is no thesis.");
    const input = { documentId: document.id };
    const quote = await quoteRegeneration(t.ctx, input);
    expect(quote).toMatchObject({ documents: 1, calls: 1, free: false });
    expect((await getDocument(t.ctx, input)).regenerating).toBeNull();
    expectWithin(quote, await costOf(() => regenerateDocument(t.ctx, input)));
  });

  it("all stale documents covers only these documents, and its range contains the actual cost", async () => {
    expect(await quoteStale(t.ctx, { sessionId: session.id })).toMatchObject({ documents: 0, calls: 0, expected: "0" });
    await submitStage(t.ctx, { sessionId: session.id, stage: "thesis" });
    await generateStage(t.ctx, { sessionId: session.id, stage: "antithesis" });
    session = await t.reach(session.id, "awaiting_feedback");
    const [thesis] = await documentsOf("thesis");
    if (!thesis) throw new Error("There is no thesis.");
    const { markdown, version } = await getDocument(t.ctx, { documentId: thesis.id });
    const edited = `${markdown}\nForty crates are borrowed.\n`;
    await editDocument(t.ctx, { documentId: thesis.id, markdown: edited, baseVersion: version });
    const quote = await quoteStale(t.ctx, { sessionId: session.id });
    expect(quote).toMatchObject({ documents: 2, calls: 2, free: false });
    expectWithin(quote, await costOf(() => regenerateStale(t.ctx, { sessionId: session.id })));
  });

  it("documents is not shown to another user", async () => {
    const documentId = (await documentsOf("thesis"))[0]?.id;
    if (!documentId) throw new Error("There is no thesis.");
    const stranger = { ...t.ctx, db: t.database.as((await testApp(engine, { beside: t })).userId) };
    await expect(quoteRegeneration(stranger, { documentId })).rejects.toMatchObject({ code: "not_found" });
    await expect(quoteStale(stranger, { sessionId: session.id })).rejects.toMatchObject({ code: "not_found" });
  });
});
