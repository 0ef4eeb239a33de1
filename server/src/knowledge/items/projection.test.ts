import type { FactId, ItemId } from "@dialectic/contract";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines, type TestDatabase, testDatabase } from "#test";
import { acceptFact, chooseFact, editFact, rejectFact } from "../ledger/index.ts";
import { clearOverride, mergeItem, overrideField, undoFacts, undoItems } from "./index.ts";
import { type ItemScene, itemScene, material, quantity } from "./items.fixture.ts";
import { rebuildProjections } from "./projection/project-items.ts";

const item = fc.nat(2);
const about = fc.constantFrom(quantity, material);
const step = fc.oneof(
  fc.record({ do: fc.constant("say" as const), item, about, n: fc.integer({ min: 1, max: 3 }), sure: fc.boolean() }),
  fc.record({
    do: fc.constant("override" as const),
    item,
    about,
    n: fc.integer({ min: 0, max: 3 }),
    asFact: fc.boolean(),
  }),
  fc.record({ do: fc.constant("clear" as const), item, about }),
  fc.record({
    do: fc.constantFrom("accept" as const, "reject" as const, "choose" as const, "edit" as const),
    pick: fc.nat(30),
  }),
  fc.record({ do: fc.constantFrom("undo" as const, "undo facts" as const) }),
  fc.record({ do: fc.constant("merge" as const), item, into: item }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

async function take(s: ItemScene, ids: readonly ItemId[], one: Step): Promise<void> {
  const itemId = ("item" in one ? ids[one.item] : ids[0]) as ItemId;
  const facts = await s.facts();
  const factId = ("pick" in one ? facts[one.pick % Math.max(1, facts.length)]?.id : undefined) as FactId;
  if (one.do === "say") {
    const [quote, value] =
      one.about === quantity ? [`${one.n} pieces`, one.n] : [`made of wood ${one.n}`, `wood ${one.n}`];
    await s.sayOf(itemId, quote, { key: one.about, value, quote, confidence: one.sure ? 0.9 : 0.5 });
  } else if (one.do === "override") {
    const value = one.n === 0 ? null : one.about === quantity ? one.n : [`wood ${one.n}`];
    await overrideField(s.ctx, { itemId, key: one.about, value, asFact: one.asFact });
  } else if (one.do === "clear") await clearOverride(s.ctx, { itemId, key: one.about });
  else if (one.do === "merge") await mergeItem(s.ctx, { itemId, into: ids[one.into] as ItemId });
  else if (one.do === "undo") await undoItems(s.ctx, s);
  else if (one.do === "undo facts") await undoFacts(s.ctx, s);
  else if (factId && one.do === "edit") await editFact(s.ctx, { factId, value: "2" });
  else if (factId) {
    const decide = { accept: acceptFact, reject: rejectFact, choose: chooseFact, edit: acceptFact }[one.do];
    await decide(s.ctx, { factId });
  }
}

describe.each(engines)("projections on %s", (engine) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await testDatabase(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const stored = ({ ctx, projectId }: ItemScene) =>
    ctx.db.tx(async (db) => {
      const { rows: projections } = await sql`
        select item_id, revision::text, edits::text from item_projections where project_id = ${projectId} order by item_id`.execute(
        db,
      );
      const { rows: values } = await sql`
        select * from item_values where project_id = ${projectId} order by item_id, key, number`.execute(db);
      return JSON.stringify({ projections, values });
    });
  const expectComputed = async (s: ItemScene) => {
    const cached = await stored(s);
    await s.ctx.db.tx((db) => rebuildProjections(db, s.projectId));
    expect(await stored(s)).toBe(cached);
  };
  const refused = (error: { code?: string; message?: string }) =>
    expect(["conflict", "invalid_input"], error.message).toContain(error.code);
  const setUp = async () => {
    const s = await itemScene(t.database);
    return { s, ids: [await s.add("Wall"), await s.add("Floor"), await s.add("Lights")] };
  };

  it("equal the values computed from facts and overrides after any history", { timeout: 180_000 }, async () => {
    const numRuns = Number(process.env.DIALECTIC_PROJECTION_RUNS ?? 20);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 40 }), async (steps) => {
        const { s, ids } = await setUp();
        for (const one of steps) await take(s, ids, one).catch(refused);
        await expectComputed(s);
      }),
      { numRuns },
    );
  });

  it("equal the computed values even if several writers store them at the same time", async () => {
    const { s, ids } = await setUp();
    const steps = fc.sample(step, { numRuns: 40, seed: 7 });
    await Promise.all(
      [0, 1, 2, 3].map(async (writer) => {
        for (const one of steps.filter((_, index) => index % 4 === writer)) await take(s, ids, one).catch(refused);
      }),
    );
    await expectComputed(s);
  });
});
