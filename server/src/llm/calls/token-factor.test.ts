import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addUser, engines, type TestApp, testApp } from "#test";
import { insertion } from "./call.store.ts";
import { testModel, tokenFactor } from "./index.ts";
import { factorOf } from "./token-factor.ts";

describe("the token factor learned from ratios", () => {
  const times = (count: number, ratio: number) => Array.from({ length: count }, () => ratio);
  it.each([
    ["is 1.02 without any call", [], 1.02],
    ["is 1.02 after too few calls", times(4, 1.5), 1.02],
    ["is learned from five calls", times(5, 1.25), 1.25],
    ["is at least 1, even if the model counts fewer tokens than we do", times(20, 0.8), 1],
    ["is at most 2, even if the reports cannot be right", times(20, 7), 2],
    ["ignores a few outliers among many", [...times(46, 1.1), ...times(4, 1.9)], 1.1],
    ["follows high ratios that are too many to be outliers", [...times(40, 1.1), ...times(10, 1.9)], 1.9],
    ["is rounded up to a percent", times(9, 1.1234), 1.13],
  ])("%s", (_, ratios, factor) => expect(factorOf(ratios)).toBe(factor));

  it("rises at once, and by a margin, after a prompt was refused as too long", () => {
    expect(factorOf([], [1.3])).toBe(1.33);
    expect(factorOf(times(20, 1.1), [1.3, 1.2])).toBe(1.33);
    expect(factorOf(times(20, 1.5), [1.3])).toBe(1.5);
    expect(factorOf([], [4])).toBe(2);
  });
});

describe.each(engines)("the factor of a model on %s", (engine) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  /** Books a call under a new key. */
  const book = (call: { model: string; counted: number; reported: number | null; estimated?: boolean }) =>
    t.ctx.db.tx((db) =>
      db.executeQuery(
        insertion(db, {
          key: crypto.randomUUID(),
          attempt: "1",
          model: call.model,
          termsId: null,
          scope: {},
          outcome: { finishReason: "stop" },
          usage:
            call.reported === null
              ? null
              : {
                  inputTokens: call.reported,
                  cachedInputTokens: 0,
                  cacheWriteTokens: 0,
                  outputTokens: 1,
                  reasoningTokens: 0,
                  estimated: call.estimated ?? false,
                },
          countedInputTokens: call.counted,
          countedBy: "o200k",
          holdId: null,
          cost: 0n,
          tookMs: 1,
        }),
      ),
    );

  it("is learned from the model's reports, not from estimates, short prompts or other users' calls", async () => {
    const model = "own/learned";
    for (let call = 0; call < 4; call++) await book({ model, counted: 10_000, reported: 13_000 });
    for (let call = 0; call < 5; call++) {
      await book({ model, counted: 10_000, reported: 19_000, estimated: true });
      await book({ model, counted: 20, reported: 40 });
      await book({ model, counted: 10_000, reported: null });
      await book({ model: "own/other", counted: 10_000, reported: 15_000 });
    }
    const [now, later, stillLater] = [0, 300, 40_000];
    expect(await tokenFactor(t.ctx.db, model, now)).toBe(1.02);
    await book({ model, counted: 10_000, reported: 13_000 });
    expect(await tokenFactor(t.ctx.db, model, now)).toBe(1.02); // cached for a moment
    expect(await tokenFactor(t.ctx.db, model, later)).toBe(1.3);
    expect(await tokenFactor(t.ctx.db, "own/other", now)).toBe(1.5);
    const stranger = t.database.as(await addUser(t.database));
    expect(await tokenFactor(stranger, model, now)).toBe(1.02);
    // Only the last fifty calls are used, so the factor drops after the model's tokenizer has improved.
    for (let call = 0; call < 50; call++) await book({ model, counted: 10_000, reported: 10_500 });
    expect(await tokenFactor(t.ctx.db, model, 20_000)).toBe(1.3);
    expect(await tokenFactor(t.ctx.db, model, stillLater)).toBe(1.05);
  });

  it("is based on our count: the prompt and eight tokens per message, without a margin", async () => {
    await testModel(t.ctx, { id: "rehearsal/atlas" });
    const { rows } = await t.ctx.db.tx((db) =>
      sql`select counted_input_tokens, counted_by from model_calls where model = 'rehearsal/atlas'`.execute(db),
    );
    // Six and four tokens: Answ|er|with|one|word|. and Say|hell|o|.
    expect(rows).toEqual([{ counted_input_tokens: 6 + 4 + 2 * 8, counted_by: "pieces" }]);
  });
});
