import { readFileSync } from "node:fs";
import type { Quote, Session } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countPieces } from "#models";
import {
  engines,
  type PricedAnswer,
  type PricedProvider,
  type PricedRequest,
  startPricedProvider,
  type TestApp,
  testApp,
  writeRequestedWords,
} from "#test";
import { topUp } from "#wallet";

type Run = { brief: string; models: string[]; process: string; maxOutputTokens?: number };
type RequestTokens = { stage: string; inputTokens: number; outputTokens: number };

// The cost of a run does not depend on the engine. A server is used if there is one, because it is faster.
const engine = engines.at(-1) ?? "pglite";

let t: TestApp;
beforeAll(async () => {
  t = await testApp(engine);
  await t.startWorker();
  // So much money that no call exceeds the approval share.
  await topUp(t.ctx, { amount: 100_000_000_000n, key: "first" });
});
afterAll(() => t[Symbol.asyncDispose]());

/** Runs a whole session with a paid provider. Returns its quote and what it actually cost. */
async function runAndReckon(provider: PricedProvider, run: Run) {
  provider.listIn(t.dataDir);
  // Findings are accepted, because it does not matter here what these models omit.
  const started = await t.session({ ...run, auto: true, start: true, acceptFindings: true });
  const session = await t.reach(started.id, "iteration_complete", "paused");
  expect(session.status).toBe("iteration_complete");
  const { quote } = started;
  if (!quote) throw new Error("The session was made without a quote.");
  expect(session.quote).toEqual(quote);
  return { session, quote, requests: await requestsOf(session), actual: BigInt(session.spent) };
}

async function requestsOf(session: Session): Promise<RequestTokens[]> {
  const { rows } = await t.ctx.db.tx((db) =>
    sql<RequestTokens>`
      select stage, input_tokens as "inputTokens", output_tokens as "outputTokens"
      from contributions
      where session_id = ${session.id}`.execute(db),
  );
  return rows;
}

function expectWithin({ quote, requests, actual, session }: Awaited<ReturnType<typeof runAndReckon>>): void {
  const between = (low: string, amount: bigint, high: string) => BigInt(low) <= amount && amount <= BigInt(high);
  expect(quote).toMatchObject({ calls: session.calls, free: false });
  expect(between(quote.low, actual, quote.high), `${quote.low} <= ${actual} <= ${quote.high}`).toBe(true);
  for (const stage of quote.stages) {
    const spent = BigInt(session.stages.find((one) => one.stage === stage.stage)?.spent ?? -1);
    expect(between(stage.low, spent, stage.high), `${stage.stage}: ${spent}`).toBe(true);
    const own = requests.filter((request) => request.stage === stage.stage);
    for (const kind of ["inputTokens", "outputTokens"] as const) {
      const used = own.reduce((total, request) => total + request[kind], 0);
      expect(used).toBeGreaterThanOrEqual(stage[kind].low);
      expect(used).toBeLessThanOrEqual(stage[kind].high);
    }
  }
}

describe("the quotes of twenty runs with paid models", () => {
  let provider: PricedProvider;
  const runs: { actual: bigint; expected: bigint }[] = [];
  beforeAll(async () => {
    provider = await startPricedProvider({ answer: writeRequestedWords });
  });
  afterAll(() => provider[Symbol.asyncDispose]());

  it.each(Array.from({ length: 20 }, (_, index) => index + 1))(
    "have ranges that contain the actual cost: seed %i",
    async (seed) => {
      const reckoned = await runAndReckon(provider, seededRun(seed, provider.models));
      expectWithin(reckoned);
      runs.push({ actual: reckoned.actual, expected: BigInt(reckoned.quote.expected) });
    },
  );

  it("are close to the actual cost: within 25 % over all runs, and within a factor of three for each run", () => {
    expect(runs).toHaveLength(20);
    const sum = (of: (run: { actual: bigint; expected: bigint }) => bigint) =>
      Number(runs.reduce((total, run) => total + of(run), 0n));
    const whole = sum(({ actual }) => actual) / sum(({ expected }) => expected);
    expect(whole).toBeGreaterThan(0.75);
    expect(whole).toBeLessThan(1.25);
    for (const { actual, expected } of runs) {
      expect(actual * 3n).toBeGreaterThan(expected);
      expect(actual).toBeLessThan(expected * 3n);
    }
  });
});

describe("the range of a quote", () => {
  const run = { brief: "Plant a hedge along the road.", process: "brief", maxOutputTokens: 400 };

  it("contains the cost of a model that never stops, and ends below four times that cost", async () => {
    await using provider = await startPricedProvider({ answer: writeWithoutEnd });
    const [model = ""] = provider.models;
    const reckoned = await runAndReckon(provider, { ...run, models: [model] });
    expect(reckoned.requests).toHaveLength(5 * 6);
    expectWithin(reckoned);
    expect(reckoned.requests.reduce((sum, request) => sum + request.outputTokens, 0)).toBe(
      outputOf(reckoned.quote, "high"),
    );
    expect(reckoned.actual * 4n).toBeGreaterThan(BigInt(reckoned.quote.high));
  });

  it("contains the cost of models that write only one word", async () => {
    await using provider = await startPricedProvider({
      answer: (asked) => ({
        text: "No",
        finishReason: "stop",
        usage: { inputTokens: countAsked(asked), outputTokens: 1 },
      }),
    });
    const reckoned = await runAndReckon(provider, { ...run, models: provider.models.slice(0, 2) });
    expect(reckoned.requests).toHaveLength(10 * 2); // one further request for each of the ten documents
    expectWithin(reckoned);
  });
});

const countAsked = ({ instructions, messages }: PricedRequest): number =>
  [instructions, ...messages.map(({ content }) => content)].reduce((sum, text) => sum + countPieces(text) + 4, 0);

/** Writes exactly as many tokens as are allowed, so that every answer is cut off, and never writes the same text twice. */
function writeWithoutEnd(asked: PricedRequest): PricedAnswer {
  const start = asked.messages.length * 50_000 + 46_656;
  const words = Array.from({ length: asked.maxOutputTokens }, (_, index) => (start + index).toString(36));
  const usage = { inputTokens: countAsked(asked), outputTokens: asked.maxOutputTokens };
  return { text: ` ${words.join(" ")}`, finishReason: "length", usage };
}

const outputOf = (quote: Quote, course: "low" | "high"): number =>
  quote.stages.reduce((sum, stage) => sum + stage.outputTokens[course], 0);

/** A run that depends only on its seed: with a brief of one sentence to tens of pages, one to three models, and any cap. */
function seededRun(seed: number, models: string[]): Run {
  const chance = createChance(seed);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(chance() * of.length)] as T;
  const count = seed % 10 === 0 ? 3 : seed % 3 === 0 ? 2 : 1;
  const first = Math.floor(chance() * models.length);
  const isClassic = seed % 5 === 0 && count < 3;
  const cap = isClassic ? pick([undefined, 6_000]) : pick([undefined, undefined, 16_000, 6_000, 2_500, 1_000, 400]);
  return {
    brief: seed <= 3 ? example(["popup", "billing", "garden"][seed - 1]) : generatedBrief(chance, pick),
    models: [...models.slice(first), ...models.slice(0, first)].slice(0, count),
    process: isClassic ? "classic" : "brief",
    ...(cap === undefined ? {} : { maxOutputTokens: cap }),
  };
}

const example = (name = "popup"): string =>
  readFileSync(new URL(`../../../examples/${name}.md`, import.meta.url), "utf8");

function generatedBrief(chance: () => number, pick: <T>(of: readonly T[]) => T): string {
  const sentences = [
    () => `We expect ${Math.floor(chance() * 900)} guests on ${1 + Math.floor(chance() * 28)} May 2027.`,
    () => `The budget is ${Math.floor(chance() * 90) + 1},000 EUR and must not be passed.`,
    () => "Das Gebäude steht unter Denkmalschutz; gebohrt wird nicht.",
    () => "Nothing may be lost while the old system is replaced: 40,000 invoices a month.",
    () => "屋外の会場は午後十時までに片付けること。",
    () => "Вход только по спискам, охрана с шести утра.",
    () => `| item | price |\n|---|---|\n| chairs | ${Math.floor(chance() * 500)} |\n`,
    () => "Dana signs every order; nobody else may.",
  ];
  const length = Math.ceil(10 ** (chance() * 2.6));
  return Array.from({ length }, () => pick(sentences)()).join(chance() < 0.5 ? " " : "\n\n");
}

/** A generator of random numbers (mulberry32). */
function createChance(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
