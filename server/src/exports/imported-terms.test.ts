import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { generateStage, listSessions, submitStage } from "#sessions";
import { engines, startPaidProvider, testApp, wholeAnswer } from "#test";
import { topUp } from "#wallet";
import { importFile, zipFolder } from "./exports.fixture.ts";
import { writeExport } from "./index.ts";

const { fresh, remove } = zipFolder();
afterAll(remove);

const usage = { prompt_tokens: 1, completion_tokens: 10 };
const pricedAt = (price: number) => ({
  ...{ input: 1, cachedInput: 1, cacheWrite: 1, output: price * 1_000_000, reasoning: price * 1_000_000 },
});
/** The cost of a call: ten output tokens at `price`, and the input, which costs a fraction that is rounded up to one unit. */
const costAt = (price: number) => BigInt(price * 10 + 1);

it.each(engines)("an imported session is charged at the prices of its importer, on %s", async (engine) => {
  await using provider = await startPaidProvider((asked) => ({ pieces: wholeAnswer(asked), usage }));
  await using author = await testApp(engine);
  provider.listIn(author.dataDir, pricedAt(1));
  await topUp(author.ctx, { amount: 1_000_000n, key: "author" });
  const worker = await author.startWorker();
  const written = await author.session({ brief: "Open a garden.", models: [provider.model], start: true });
  await author.reach(written.id, "awaiting_feedback");
  await worker.stop();
  const file = fresh();
  await writeExport(author.ctx, { projectId: written.projectId, file });

  await using importer = await testApp(engine, { beside: author });
  provider.listIn(importer.dataDir, pricedAt(5));
  await topUp(importer.ctx, { amount: 1_000_000n, key: "importer" });
  const costs = async (sessionId: SessionId) =>
    (
      await importer.ctx.db.tx((db) =>
        sql<{ cost: bigint }>`select distinct cost from model_calls where session_id = ${sessionId}`.execute(db),
      )
    ).rows.map(({ cost }) => cost);
  const imported = async () => {
    const project = await importFile(importer.ctx, file);
    const { items } = await listSessions(importer.ctx, { projectId: project.id });
    const [session] = items;
    if (!session) throw new Error("The session was not imported.");
    return session.id;
  };

  const id = await imported();
  provider.listIn(importer.dataDir, pricedAt(9)); // too late to affect the imported session
  const importers = await importer.startWorker();
  await submitStage(importer.ctx, { sessionId: id, stage: "thesis" });
  await generateStage(importer.ctx, { sessionId: id, stage: "antithesis" });
  await importer.reach(id, "awaiting_feedback");
  expect(await costs(id)).toEqual([costAt(5)]);

  // A model that is missing from the importer's lists has no terms until it is added to them.
  writeFileSync(join(importer.dataDir, "models.json"), '{ "models": [] }');
  const later = await imported();
  await submitStage(importer.ctx, { sessionId: later, stage: "thesis" });
  provider.listIn(importer.dataDir, pricedAt(7));
  await generateStage(importer.ctx, { sessionId: later, stage: "antithesis" });
  await importer.reach(later, "awaiting_feedback");
  expect(await costs(later)).toEqual([costAt(7)]);
  await importers.stop();
});
