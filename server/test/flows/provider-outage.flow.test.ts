import type { Session } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getDocument, listDocuments } from "#documents";
import { type Answer, type Disturbance, engines, rehearse, startPricedProvider, type TestApp, testApp } from "#test";
import { auditWallets, getBalance, topUp } from "#wallet";

/** In this test, the outage and the retry window are this many times shorter than in reality. */
const scale = 200;
const minutes = (count: number) => (count * 60_000) / scale;
const outageMs = minutes(10);
const retryWindow = `${minutes(15)}ms`;
const brief = "Open a community garden on 400 m² behind the library by 1 May 2027, for 12,000 EUR, with 60 families.";

/** The outage begins with the provider's third request, when the second model writes its document for the first stage. */
const firstRefused = 3;

/** Refuses requests with this answer during the outage. The first refused request begins the outage. */
function refusing(answer: (leftMs: number) => Answer): Disturbance & { refused: () => number } {
  let until: number | undefined;
  let refused = 0;
  return {
    refused: () => refused,
    before(count) {
      if (count < firstRefused) return undefined;
      until ??= performance.now() + outageMs;
      const leftMs = until - performance.now();
      if (leftMs <= 0) return undefined;
      refused += 1;
      return answer(leftMs);
    },
  };
}

describe.each(engines)("a run on %s", (engine) => {
  let app: TestApp;
  let undisturbed: Awaited<ReturnType<typeof run>>;

  beforeAll(async () => {
    app = await testApp(engine);
    undisturbed = await run({});
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** Runs a whole session with two models whose provider has this disturbance. */
  async function run(
    disturb: Disturbance,
    { meanwhile, answer }: { meanwhile?: (provider: Provider) => Promise<void>; answer?: typeof rehearse } = {},
  ) {
    await using provider = await startPricedProvider({ disturb, ...(answer && { answer }) });
    await using t = await testApp(engine, { beside: app, env: { DIALECTIC_RETRY_WINDOW: retryWindow } });
    provider.listIn(t.dataDir);
    await topUp(t.ctx, { amount: 100_000_000n, key: "first" });
    await t.startWorker();
    const models = provider.models.slice(0, 2);
    const session = await t.session({ brief, models, auto: true, start: true });
    await Promise.all([t.reach(session.id, "iteration_complete"), meanwhile?.(provider)]);
    return { documents: await documentsOf(t, session), books: await booksOf(t), failed: await failedCalls(t) };
  }

  it("writes the expected documents if there is no disturbance", () => {
    expect(undisturbed.documents).toHaveLength(10);
    expect(undisturbed.books).toMatchObject({ charges: 10, charged: 10, lost: 0, held: 0n, discrepancies: [] });
  });

  it.each([
    ["limits the rate without saying for how long", () => ({ pieces: [], status: 429 })],
    [
      "limits the rate and says when to retry",
      (leftMs: number) => ({ pieces: [], status: 429, headers: { "retry-after-ms": String(Math.ceil(leftMs)) } }),
    ],
    ["is overloaded", () => ({ pieces: [], status: 503 })],
  ])("continues after ten minutes in which its provider %s", async (_, answer) => {
    const outage = refusing(answer);
    const disturbed = await run(outage);
    expect(outage.refused()).toBeGreaterThan(0);
    expect(disturbed).toEqual({ ...undisturbed, failed: disturbed.failed });
    expect(disturbed.failed).toBe(outage.refused());
  });

  it("continues after ten minutes in which its provider refuses connections", async () => {
    const began = Promise.withResolvers<void>();
    const before = (count: number) => {
      if (count === firstRefused) began.resolve();
      return undefined;
    };
    const meanwhile = async (provider: Provider) => {
      await began.promise;
      await provider.down();
      await new Promise((over) => setTimeout(over, outageMs));
      await provider.up();
    };
    const disturbed = await run({ before }, { meanwhile });
    // Up to four requests were sent but not answered. Each of them is booked as lost once.
    expect(disturbed.documents).toEqual(undisturbed.documents);
    expect(disturbed.books).toMatchObject({ charges: 10, charged: 10, held: 0n, discrepancies: [] });
    expect(disturbed.books.lost).toBeLessThanOrEqual(4);
  });

  it("finishes with a provider that ends every stream early", async () => {
    const longest = 1_000;
    let cuts = 0;
    const after = (answer: Answer): Answer => {
      const text = answer.pieces.join("");
      if (text.length <= longest) return answer;
      cuts += 1;
      return { pieces: [text.slice(0, longest)], cut: true };
    };
    const disturbed = await run({ after });
    expect(cuts).toBeGreaterThan(20);
    expect(disturbed.documents).toEqual(undisturbed.documents);
    expect(disturbed.books).toMatchObject({ lost: 0, held: 0n, discrepancies: [] });
    expect(disturbed.books.charges).toBe(disturbed.books.charged);
    expect(disturbed.books.charged).toBe(10 + cuts);
  });

  it("finishes with a provider that never gives a finish reason", async () => {
    let answers = 0;
    const after = (answer: Answer): Answer => {
      answers += 1;
      return { ...answer, finish: null };
    };
    // A model that is asked to continue a complete text gives an empty answer.
    const answer: typeof rehearse = (asked) =>
      rehearse(asked).catch(() => ({ text: "", finishReason: "stop", usage: { inputTokens: 100, outputTokens: 0 } }));
    const disturbed = await run({ after }, { answer });
    expect(disturbed.documents).toEqual(undisturbed.documents);
    expect(disturbed.failed).toBe(0);
    // There is one further request per document, in which the model has nothing to add.
    expect(answers).toBe(20);
    expect(disturbed.books).toMatchObject({ charges: 20, charged: 20, lost: 0, held: 0n, discrepancies: [] });
  });
});

type Provider = Awaited<ReturnType<typeof startPricedProvider>>;

/** All whole documents as readers see them, in an order that does not depend on the run. */
async function documentsOf(t: TestApp, { id }: Session): Promise<string[]> {
  const documents = (await listDocuments(t.ctx, { sessionId: id })).items;
  const whole = documents.filter(({ kind }) => kind === "whole");
  const texts = await Promise.all(
    whole.map(async (one) => (await getDocument(t.ctx, { documentId: one.id })).markdown),
  );
  return whole.map(({ stage, model }, index) => `${stage} ${model}\n${texts[index]}`).sort();
}

async function failedCalls(t: TestApp): Promise<number> {
  const { rows } = await t.database.asOwner((db) =>
    sql<{ failed: number }>`
      select count(*)::int as failed from model_calls where owner_id = ${t.userId} and outcome = 'failed'`.execute(db),
  );
  return rows[0]?.failed ?? 0;
}

async function booksOf(t: TestApp) {
  const { rows } = await t.database.asOwner((db) =>
    sql<{ charges: number; charged: number; spent: string; lost: number }>`
      select count(*) filter (where kind = 'charge')::int as charges,
        count(distinct call_key) filter (where kind = 'charge')::int as charged,
        count(*) filter (where kind = 'loss')::int as lost
      from wallet_transactions
      where owner_id = ${t.userId}`.execute(db),
  );
  const [counts] = rows;
  if (!counts) throw new Error("The entries cannot be read.");
  const { balance, held } = await getBalance(t.ctx);
  return { ...counts, balance, held, discrepancies: await t.ctx.db.tx(auditWallets) };
}
