import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { addUser, startScriptedModel, type TestApp, testApp } from "#test";
import { createConversation } from "./record/conversations.ts";
import { createRunningExchanges } from "./running-exchanges.ts";

let t: TestApp;
let script: Awaited<ReturnType<typeof startScriptedModel>>;
beforeAll(async () => {
  script = await startScriptedModel();
  t = await testApp("pglite");
  script.listIn(t.dataDir, { free: true });
});
afterAll(async () => {
  await t[Symbol.asyncDispose]();
  await script[Symbol.asyncDispose]();
});

it("an exchange that runs in this process can be followed and stopped only by its owner", async () => {
  const ctx = { ...t.ctx, embedder: null, approvalShare: 100 };
  const stranger = { ...ctx, db: t.database.as(await addUser(t.database)) };
  const running = createRunningExchanges({
    database: t.database,
    log: t.ctx.log,
    parts: { sources: [], tools: [] },
  });
  const { signal } = new AbortController();
  const hang = Promise.withResolvers<void>();
  script.follow(() => ({ pieces: ["Secret"], before: () => hang.promise }));
  const { id: conversationId } = await createConversation(ctx, { model: "scripted/model" });
  const { id: exchangeId } = await running.start(ctx, { conversationId, text: "Tell me." });
  await vi.waitUntil(() => script.requests.length === 1, { timeout: 20_000 });
  const foreign = { code: "not_found" };
  await expect(running.follow(stranger, { exchangeId, signal }).next()).rejects.toMatchObject(foreign);
  await expect(running.abort(stranger, { exchangeId })).rejects.toMatchObject(foreign);
  hang.resolve();
  const types: string[] = [];
  for await (const { event } of running.follow(ctx, { exchangeId, signal })) types.push(event.type);
  expect(types).toEqual(["context", "prompt", "text", "end"]);
  await running.close();
});
