import type { FactId } from "@dialectic/contract";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acceptFact, chooseFact, editFact, rejectFact, undoAction } from "#ledger";
import { engines, type TestDatabase, testDatabase } from "#test";
import { type LedgerSetup, setUpLedger } from "../ledger/ledger.fixture.ts";
import { applyPatch, type BlockEntry, diffEntries } from "./entries.ts";
import { patchBlocks } from "./patch-blocks.ts";
import { readBlocks, rebuildBlocks } from "./read-blocks.ts";
import { renderBlocks } from "./render-blocks.ts";

const size = "project.summary.audience_size";
const rule = "project.constraints.rule";
const budget = "project.budget.total";

describe.each(engines)("knowledge blocks on %s", (engine) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await testDatabase(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const stored = async ({ ctx, projectId }: LedgerSetup) =>
    ctx.db.tx(async (db) => {
      const of = async (table: string, order: string) =>
        (
          await sql`select t.* from ${sql.table(table)} t where project_id = ${projectId} order by ${sql.raw(order)}`.execute(
            db,
          )
        ).rows;
      return JSON.stringify(
        [await of("knowledge_blocks", "subject, block"), await of("block_entries", "subject, block, key, number")],
        (_, value) => (typeof value === "bigint" ? String(value) : value),
      );
    });

  it("hold what is accepted, what contradicts it and what to ask, and become escaped Markdown", async () => {
    const s = await setUpLedger(t.database, { onFactsChanged: patchBlocks });
    await s.say("300 guests.", { key: size, value: 300, quote: "300 guests" });
    await s.say("Maybe 400.", { key: size, value: 400, quote: "Maybe 400", confidence: 0.5 });
    await s.say("No *glass* <b>.", { key: rule, value: "No *glass* <b>", quote: "No *glass* <b>" });
    const blocks = await readBlocks(s.ctx, s);
    const summary = blocks.find(({ block }) => block === "project.summary");
    expect(summary?.entries.map(({ kind, number }) => [kind, number])).toEqual([
      ["fact", 1],
      ["conflict", 2],
    ]);
    expect(summary).toMatchObject({ revision: 2, updatedBy: "policy" });
    expect(summary?.questions.map(({ key }) => key)).toContain("project.summary.goal");
    expect(summary?.questions.map(({ key }) => key)).not.toContain(size);
    const markdown = renderBlocks(blocks);
    expect(markdown).toContain("- Size of the audience: 300 [F1]\n- Size of the audience: 400 [F2] (open conflict)");
    expect(markdown).toContain("- Rule: No \\*glass\\* \\<b\\> [F3] (hard)");
    expect(renderBlocks(await readBlocks(s.ctx, s))).toBe(markdown);
  });

  it("rebuilt from the ledger are the same byte for byte after any history", async () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constant("say" as const),
        about: fc.constantFrom(size, rule, budget),
        n: fc.integer({ min: 1, max: 4 }),
        agent: fc.boolean(),
        sure: fc.boolean(),
      }),
      fc.record({
        do: fc.constantFrom("accept" as const, "reject" as const, "choose" as const, "edit" as const),
        pick: fc.nat(30),
      }),
      fc.record({ do: fc.constant("undo" as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 16 }), async (steps) => {
        const s = await setUpLedger(t.database, { onFactsChanged: patchBlocks });
        for (const one of steps) {
          const facts = await s.facts();
          const factId = ("pick" in one ? facts[one.pick % Math.max(1, facts.length)]?.id : undefined) as FactId;
          const act = async () => {
            if (one.do === "say") {
              const quote = one.about === rule ? `Rule number ${one.n} holds` : `${one.n}00 EUR for ${one.n}00 guests`;
              const value =
                one.about === size ? one.n * 100 : one.about === budget ? `${one.n}00 EUR` : `number ${one.n} holds`;
              await (one.agent ? s.write : s.say)(quote, {
                key: one.about,
                value,
                quote,
                confidence: one.sure ? 0.9 : 0.5,
              });
            } else if (one.do === "undo") await undoAction(s.ctx, s);
            else if (factId && one.do === "edit") await editFact(s.ctx, { factId, value: "7 EUR" });
            else if (factId)
              await { accept: acceptFact, reject: rejectFact, choose: chooseFact, edit: acceptFact }[one.do](s.ctx, {
                factId,
              });
          };
          await act().catch((error: { code?: string; message?: string }) =>
            expect(["conflict", "invalid_input"], error.message).toContain(error.code),
          );
        }
        const incremental = await stored(s);
        const shown = JSON.stringify(await readBlocks(s.ctx, s));
        await s.ctx.db.tx((db) => rebuildBlocks(db, s.projectId));
        expect(await stored(s)).toBe(incremental);
        await s.ctx.db.tx((db) => rebuildBlocks(db, s.projectId));
        expect(JSON.stringify(await readBlocks(s.ctx, s))).toBe(shown);
      }),
      { numRuns: 15 },
    );
  });
});

describe("a patch", () => {
  const entry = (number: number, text: string): BlockEntry => ({
    ...{ kind: "fact", key: size, label: "Size", factId: "f" as FactId, statement: text, value: text, source: "user" },
    ...{ severity: null, number },
  });
  const entries = fc
    .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.constantFrom("a", "b")), {
      selector: ([number]) => number,
    })
    .map((all) => all.map(([number, text]) => entry(number, text)).toSorted((a, b) => a.number - b.number));

  it("leads from any lines to any others; applied twice it changes nothing, and between equal lines it is empty", () => {
    fc.assert(
      fc.property(entries, entries, (before, after) => {
        const patch = diffEntries(before, after);
        expect(applyPatch(before, patch)).toEqual(after);
        expect(applyPatch(applyPatch(before, patch), patch)).toEqual(after);
        expect(diffEntries(after, after)).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });
});
