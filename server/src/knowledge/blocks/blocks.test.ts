import type { FactId, LedgerRecordId } from "@dialectic/contract";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acceptFact, chooseFact, editFact, rejectFact, undoAction } from "#ledger";
import { createDatabase, createPostgresEngine } from "#platform";
import { engines, type TestDatabase, testDatabase } from "#test";
import { joinLedger, type LedgerSetup, setUpLedger } from "../ledger/ledger.fixture.ts";
import { applyPatch, type BlockEntry, diffEntries } from "./entries.ts";
import { patchBlocks } from "./patch-blocks.ts";
import { readBlocks, rebuildBlocks } from "./read-blocks.ts";
import { addRecord, changeRecord } from "./records/keep-records.ts";
import { renderBlocks } from "./render-blocks.ts";

const size = "project.summary.audience_size";
const rule = "project.constraints.rule";
const budget = "project.budget.total";

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
  fc.record({
    do: fc.constant("add" as const),
    kind: fc.constantFrom("note" as const, "question" as const, "decision" as const),
    of: fc.constantFrom("project.summary", "project.decisions", "project.open_questions"),
  }),
  fc.record({ do: fc.constantFrom("resolve" as const, "reopen" as const, "remove" as const), pick: fc.nat(30) }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Performs a step, or skips it if the state of the ledger forbids it. */
async function take(s: LedgerSetup, one: Step): Promise<void> {
  await takeStep(s, one).catch((error: { code?: string; message?: string }) =>
    expect(["conflict", "invalid_input"], error.message).toContain(error.code),
  );
}

async function takeStep(s: LedgerSetup, one: Step): Promise<void> {
  switch (one.do) {
    case "say": {
      const { about, n, agent, sure } = one;
      const quote = about === rule ? `Rule number ${n} holds` : `${n}00 EUR for ${n}00 guests`;
      const value = about === size ? n * 100 : about === budget ? `${n}00 EUR` : `number ${n} holds`;
      await (agent ? s.write : s.say)(quote, { key: about, value, quote, confidence: sure ? 0.9 : 0.5 });
      return;
    }
    case "add": {
      const key = one.kind === "question" && one.of === "project.summary" ? { key: size } : {};
      await addRecord(s.ctx, { ...s, kind: one.kind, block: one.of, text: "What about rain?", ...key });
      return;
    }
    case "undo":
      await undoAction(s.ctx, s);
      return;
    case "resolve":
    case "reopen":
    case "remove": {
      const records = (await readBlocks(s.ctx, s)).flatMap((block) => [...block.records, ...block.questions]);
      const recordId = records[one.pick % Math.max(1, records.length)]?.id as LedgerRecordId | undefined;
      if (recordId) await changeRecord(s.ctx, { recordId, act: one.do });
      return;
    }
    default: {
      const facts = await s.facts();
      const factId = facts[one.pick % Math.max(1, facts.length)]?.id;
      if (!factId) return;
      if (one.do === "edit") await editFact(s.ctx, { factId, value: "7 EUR" });
      else await { accept: acceptFact, reject: rejectFact, choose: chooseFact }[one.do](s.ctx, { factId });
    }
  }
}

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

async function expectRebuiltTheSame(s: LedgerSetup): Promise<void> {
  const incremental = await stored(s);
  const shown = JSON.stringify(await readBlocks(s.ctx, s));
  await s.ctx.db.tx((db) => rebuildBlocks(db, s.projectId));
  expect(await stored(s)).toBe(incremental);
  await s.ctx.db.tx((db) => rebuildBlocks(db, s.projectId));
  expect(JSON.stringify(await readBlocks(s.ctx, s))).toBe(shown);
}

describe.each(engines)("knowledge blocks on %s", (engine) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await testDatabase(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it("hold accepted facts, conflicts and questions, and are rendered as escaped Markdown", async () => {
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

  it("are the same byte for byte when rebuilt from the ledger after any history", { timeout: 180_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 40 }), async (steps) => {
        const s = await setUpLedger(t.database, { onFactsChanged: patchBlocks });
        for (const one of steps) await take(s, one);
        await expectRebuiltTheSame(s);
      }),
      { numRuns: 25 },
    );
  });
});

it.skipIf(!engines.includes("postgres"))(
  "knowledge blocks are the same byte for byte when rebuilt from a ledger to which two programs wrote concurrently",
  { timeout: 180_000 },
  async () => {
    await using t = await testDatabase("postgres");
    const second = createDatabase(createPostgresEngine(t.url ?? ""));
    const steps = fc.array(step, { minLength: 30, maxLength: 30 });
    try {
      await fc.assert(
        fc.asyncProperty(steps, steps, async (mine, theirs) => {
          const s = await setUpLedger(t.database, { onFactsChanged: patchBlocks });
          const other = joinLedger(second, s);
          const takeAll = async (by: LedgerSetup, all: readonly Step[]) => {
            for (const one of all) await take(by, one);
          };
          await Promise.all([takeAll(s, mine), takeAll(other, theirs)]);
          await expectRebuiltTheSame(s);
        }),
        { numRuns: 12 },
      );
    } finally {
      await second.close();
    }
  },
);

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

  it("turns any set of lines into any other, can be applied twice, and is empty between equal sets", () => {
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
