import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { JobId, ProjectId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enqueue } from "#jobs";
import type { Embedder } from "#memory";
import type { ModelTerms } from "#models";
import { newId, type UserDb } from "#platform";
import { addUser, engines, type TestDatabase, testDatabase } from "#test";
import { approve, listWaits, topUp } from "#wallet";
import { type FitInput, fitPrompt, type Ingredients } from "./index.ts";
import { createChance, prose, sentence } from "./prompts.fixture.ts";

const prices = {
  input: 1_000_000,
  cachedInput: 1_000_000,
  cacheWrite: 1_000_000,
  output: 1_000_000,
  reasoning: 1_000_000,
};
const dear: ModelTerms = {
  ...{ id: "dear/one", contextWindow: 1_200, maxOutputTokens: 100, tokenizer: "pieces", api: "chat" },
  ...{ prices, source: "file", noted: null },
};
const free: ModelTerms = { ...dear, id: "free/one", prices: null };

function ingredientsOf(seed: number, documents = 4): Ingredients {
  const chance = createChance(seed);
  const resourceDocuments = Array.from({ length: documents }, (_, n) => ({ id: `d${n}`, text: prose(chance, 30) }));
  return {
    systemInstruction: "Be brief.",
    conversationHistory: [],
    resourceDocuments,
    currentUserPrompt: sentence(chance),
  };
}

/** Meaningless vectors: only their presence matters. */
const embedder: Embedder = {
  model: "embedded/test",
  embed: async (texts) => texts.map((text) => [1, text.length % 7, text.length % 5, 1].map((n) => n / 10)),
  close: async () => undefined,
};

describe.each(engines)("fitting with a database, on %s", (engine) => {
  let t: TestDatabase;
  const tools = { approvalShare: 20 };

  beforeAll(async () => {
    t = await testDatabase(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  async function owner() {
    const db = t.database.as(await addUser(t.database));
    const projectId = newId<ProjectId>();
    await db.tx((tx) =>
      sql`insert into projects (id, owner_id, name, slug, brief, brief_name, process)
        values (${projectId}, ${db.userId}, 'Hedge', ${`hedge-${projectId}`}, 'Plant.', 'hedge', 'brief')`.execute(tx),
    );
    const count = async (table: string) =>
      (await db.tx((tx) => sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(tx))).rows[0]
        ?.n;
    const written = async () => {
      const tables = ["memory_sources", "prompt_parts", "shortened_parts", "fit_orders", "wallet_payment_waits"];
      return Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await count(table)])));
    };
    const fit = async (more: Partial<FitInput> & { signal?: AbortSignal; embedder?: Embedder } = {}) => {
      const { signal, embedder: by = null, ...input } = more;
      const outcome = await fitPrompt(
        signal ? { db, signal } : { db },
        { ...tools, embedder: by },
        {
          ingredients: ingredientsOf(1),
          model: free,
          maxOutputTokens: 100,
          purpose: "recipe/step/1",
          projectId,
          chainId: newId<JobId>(),
          payer: { jobId: null },
          contextWindow: 1_200,
          ...input,
        },
      );
      return outcome;
    };
    return { db, projectId, fit, written };
  }

  const fine = async (outcome: ReturnType<typeof fitPrompt>) => {
    const found = await outcome;
    if (!found.ok) throw new Error(found.why.reason);
    return found;
  };

  it("stores nothing for a prompt that fits", async () => {
    const one = await owner();
    const outcome = await fine(one.fit({ contextWindow: 100_000, model: dear, payer: { jobId: null } }));
    expect(outcome).toMatchObject({ receipt: null, indexMs: 0 });
    expect(Object.values(await one.written())).toEqual([0, 0, 0, 0, 0]);
  });

  it("shortens each part once per purpose, and sibling chains get the same bytes", async () => {
    const one = await owner();
    const first = await fine(one.fit());
    expect(first.receipt?.parts.map(({ isReused }) => isReused)).not.toContain(true);
    const { indexMs: _, receipt, ...same } = first;
    // A sibling chain: another chain with the same purpose and question.
    const again = await fine(one.fit());
    expect(again).toMatchObject(same);
    expect(again.receipt?.parts.every(({ isReused }) => isReused)).toBe(true);
    const made = (await one.written()).shortened_parts;
    expect(made).toBe(receipt?.parts.length);
    await fine(one.fit({ purpose: "recipe/other/1" }));
    expect((await one.written()).shortened_parts).toBe(2 * (made ?? 0));
    expect((await one.written()).prompt_parts).toBe(made);
    // Rows of another user are invisible.
    expect((await fine((await owner()).fit())).receipt?.parts.some(({ isReused }) => isReused)).toBe(false);
  });

  it("shortens a part again, without looping forever, if the stored result is now too large", async () => {
    const one = await owner();
    const first = await fine(one.fit());
    await t.database.asOwner((db) =>
      sql`update shortened_parts set tokens = 10000, text = text || 'more' where owner_id = ${one.db.userId}`.execute(
        db,
      ),
    );
    expect((await fine(one.fit())).messages).toEqual(first.messages);
  });

  it("produces the same messages after a crash while fitting, even if vectors have been computed since", async () => {
    const [twin, one] = [await owner(), await owner()];
    const ingredients = ingredientsOf(5, 8);
    const undisturbed = await fine(twin.fit({ ingredients, question: "What?" }));
    const chainId = newId<JobId>();
    const dying = new AbortController();
    const die = () => dying.abort(new Error("dead"));
    subscribe("dialectic:points", die);
    await expect(one.fit({ ingredients, question: "What?", chainId, signal: dying.signal })).rejects.toThrow("dead");
    unsubscribe("dialectic:points", die);
    expect(await one.written()).toMatchObject({ fit_orders: 1, shortened_parts: 0 });
    await embedAll(one.db);
    const after = await fine(one.fit({ ingredients, question: "What?", chainId, embedder }));
    expect(after.messages).toEqual(undisturbed.messages);
    const methods = async () =>
      (await one.db.tx((tx) => sql<{ method: string }>`select method from fit_orders order by decided_at`.execute(tx)))
        .rows;
    expect(await methods()).toEqual([{ method: "words" }]);
    // A new chain uses vectors if all documents have them.
    await embedAll(one.db);
    const few = {
      ...ingredients,
      resourceDocuments: ingredients.resourceDocuments.filter(({ id }) =>
        after.receipt?.parts.some((part) => part.id === id),
      ),
    };
    await fine(one.fit({ ingredients: few, embedder, contextWindow: 900 }));
    expect(await methods()).toEqual([{ method: "words" }, { method: "vectors" }]);
  });

  it("gives two workers that fit one call at once the same result, even if only one of them uses vectors", async () => {
    const one = await owner();
    const ingredients = ingredientsOf(9, 6);
    // All parts have vectors, which one of the two workers uses; the other has no embedder.
    await fine(one.fit({ ingredients, contextWindow: 500 }));
    await embedAll(one.db);
    const alone = [one.fit({ ingredients, purpose: "a/a/1", embedder }), one.fit({ ingredients, purpose: "b/b/1" })];
    const [byVectors, byWords] = await Promise.all(alone.map(fine));
    expect(byVectors?.messages).not.toEqual(byWords?.messages);
    const same = { ingredients, purpose: "c/c/1", chainId: newId<JobId>() };
    const both = await Promise.all([one.fit({ ...same, embedder }), one.fit(same)].map(fine));
    expect(both[0]?.messages).toEqual(both[1]?.messages);
    const before = (await one.written()).shortened_parts;
    expect((await fine(one.fit(same))).messages).toEqual(both[0]?.messages);
    expect((await one.written()).shortened_parts).toBe(before);
  });

  it("asks for funds or approval before any work is done, and only once per chain", async () => {
    const one = await owner();
    const jobId = await one.db.tx((db) => enqueue(db, { kind: "execute", payload: {}, id: newId<JobId>() }));
    const asked = { model: dear, chainId: jobId, payer: { jobId } };
    const refused = async (reason: string) => {
      expect(await one.fit(asked)).toMatchObject({ ok: false, why: { reason } });
      expect(await one.written()).toMatchObject({
        memory_sources: 0,
        prompt_parts: 0,
        shortened_parts: 0,
        fit_orders: 0,
        wallet_payment_waits: 1,
      });
    };
    await refused("insufficient-funds");
    // At a millionth of a dollar per token, the removed text and a full window cost a few thousand millionths.
    await topUp(one, { amount: 9_000n, key: "little" });
    await refused("approval-needed");
    const [wait] = (
      await one.db.tx((db) =>
        sql<{ reason: string; amount: bigint }>`select reason, amount from wallet_payment_waits`.execute(db),
      )
    ).rows;
    expect(wait?.reason).toBe("approval");
    await approve(one, { jobId, amount: wait?.amount ?? 0n });
    await fine(one.fit(asked));
    await fine(one.fit(asked));
    expect(await listWaits(one)).toEqual([]);
  });

  const embedAll = (db: UserDb) =>
    db.tx(async (tx) => {
      await sql`insert into memory_embeddings (owner_id, model, content_hash, embedding)
        select distinct acting_user(), ${embedder.model}, content_hash, '[0.5,0.5,0.5,0.5]'::halfvec from memory_passages
        on conflict do nothing`.execute(tx);
      await sql`insert into memory_vectors (pos, model, owner_id, source_id, embedding_id, signs)
        select c.pos, e.model, c.owner_id, c.source_id, e.id, binary_quantize(e.embedding)
        from memory_passages c join memory_embeddings e on e.content_hash = c.content_hash on conflict do nothing`.execute(
        tx,
      );
      await sql`insert into memory_models (owner_id, model) values (acting_user(), ${embedder.model}) on conflict do nothing`.execute(
        tx,
      );
    });
});
