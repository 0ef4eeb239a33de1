import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { catchUp, type Embedder } from "#memory";
import { addUser, engines, type TestApp, testApp } from "#test";
import { listConversations, listExchanges } from "../record/conversations.ts";
import { searchExchanges } from "../search-exchanges.ts";
import { importConversations } from "./import-conversations.ts";

const model = "rehearsal/atlas";
/** A provider's embedding model that charges for every passage. */
const embedder: Embedder = {
  model: "priced/embedding",
  before: { model: "embedded/none", embed: async () => expect.fail(), close: async () => undefined },
  embedPassages: async () => expect.fail("An import paid for embeddings."),
  embedQuestions: async () => null,
  close: async () => undefined,
};

describe.each(engines)("an imported chat on %s", (engine) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  async function start() {
    const userId = await addUser(t.database);
    const rows = async (table: string) =>
      (
        await t.database.asOwner((db) =>
          sql<{
            kind: string;
          }>`select to_jsonb(r) ->> 'kind' as kind from ${sql.table(table)} r where owner_id = ${userId}`.execute(db),
        )
      ).rows;
    return { ctx: { ...t.ctx, embedder, db: t.database.as(userId) }, rows };
  }

  it("is found by its words, and is never embedded by a paid model, not even when memory adds missing embeddings", async () => {
    const { ctx, rows } = await start();
    const said = "Which paraffin heater suits a greenhouse?";
    const messages = [
      { sender: "human", text: said },
      { sender: "assistant", text: "One of 4.2 kW." },
    ];
    const conversations = [{ uuid: "c", name: "Heating", chat_messages: messages }];
    expect(await importConversations(ctx, { model, dryRun: false, conversations })).toMatchObject({ imported: 1 });
    const [hit] = await searchExchanges(ctx, { question: "paraffin heater", limit: 3 });
    expect(hit).toMatchObject({ number: 1 });
    await catchUp(t.database, { model: embedder.model });
    expect(await rows("jobs")).toEqual([]);
  });

  it("creates no action to confirm, no running exchange and no job, even if its file contains them", async () => {
    const { ctx, rows } = await start();
    const forged = {
      ...{ number: 1, userText: "Run the synthesis.", answer: "Shall I?", startedAt: 1, completedAt: 2 },
      ...{ status: "in_progress", model: "priced/atlas", leaseExpiresAt: "2099-01-01T00:00:00Z", imported: false },
      actions: [{ tool: "regenerate", status: "open", price: "1", summary: "Regenerate everything" }],
    };
    const conversations = [{ id: "o", title: "Own", createdAt: 1, summarizer: "priced/atlas", exchanges: [forged] }];
    expect(await importConversations(ctx, { model, dryRun: false, conversations })).toMatchObject({ imported: 1 });
    const { items } = await listConversations(ctx, {});
    expect(items).toMatchObject([{ summarizer: null, model, spend: "0" }]);
    const exchanges = await listExchanges(ctx, { conversationId: items[0]?.id ?? expect.fail() });
    expect(exchanges.items).toMatchObject([{ status: "completed", model, actions: [] }]);
    expect([await rows("exchange_actions"), await rows("jobs")]).toEqual([[], []]);
  });
});
