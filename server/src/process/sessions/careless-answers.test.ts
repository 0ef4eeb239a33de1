import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listDocuments } from "#documents";
import { askModel, priceOf, readyModel } from "#models";
import { getClaims, getDocumentChecks, getScores } from "#review";
import {
  type PricedProvider,
  type PricedRequest,
  rehearse,
  rehearsedSettings,
  shapes,
  shippedArtifacts,
  startPricedProvider,
  type TestApp,
  temperamentBehind,
  temperamentOf,
  testApp,
  writeAnswer,
} from "#test";
import { auditWallets, topUp } from "#wallet";
import { answersOf, compareEntries, isNamed, lostTexts, repeatedTexts } from "./careless-answers.fixture.ts";

/** `npm test` runs every combination with one seed; DIALECTIC_SEEDS=200 runs every combination with 200 seeds. */
const seeds = Number(process.env["DIALECTIC_SEEDS"] ?? 1);
const firstSeed = Number(process.env["DIALECTIC_FIRST_SEED"] ?? 1);
const brief = "Open a community garden on 400 m² by 1 May 2027. The budget is 12,000 EUR and two people own it.";

const dice = (...parts: (string | number)[]): number =>
  createHash("sha256").update(parts.join("\n")).digest().readUInt32BE(0) / 2 ** 32;

/** Rewrites an answer in another format, and leaves something out of about one answer in four. */
function carelessly(text: string, { seed, key }: { seed: number; key: string }): string {
  const shaped = shapes.reduce(
    (answer, group, index) => {
      const chosen = group[Math.floor(dice(seed, key, index) * group.length * 2)];
      return chosen ? chosen.apply(answer) : answer;
    },
    omitted(text, dice(seed, key, "omits")),
  );
  return shaped;
}

function omitted(text: string, chance: number): string {
  if (chance < 0.08)
    return text.replace(
      /^# (?:Claims|Scorecard|Milestones|Work plan|Resolved positions)\n[\s\S]*?(?=^# |$(?![\s\S]))/m,
      "",
    );
  if (chance < 0.16) return text.replace(/^\| \[C\d+\] \|.*\n/m, "");
  if (chance < 0.2) return text.replace(/^\| (?:cost|risk) \| \d.*\n/gm, "");
  if (chance < 0.24) return text.replace(/^- Requirements: .*$/m, "- Requirements: none");
  return text;
}

type Run = {
  seed: number;
  process: string;
  careless: "one model" | "every model";
  writer: "drift" | "more than drift";
};

const runs = Array.from({ length: seeds }, (_, index) => firstSeed + index).flatMap((seed): Run[] => [
  ...["brief", "classic"].flatMap((process): Run[] => [
    { seed, process, careless: "one model", writer: "drift" },
    { seed, process, careless: "every model", writer: "drift" },
  ]),
  { seed, process: seed % 2 === 0 ? "brief" : "classic", careless: "every model", writer: "more than drift" },
]);

describe("a run of models that ignore the format", () => {
  let t: TestApp;
  let provider: PricedProvider;
  let run: Run & { models: readonly string[] };
  /** Each answer's text before it was made careless, and the expected cost of all answers. */
  let meant: Map<string, string>;
  let cost = 0n;

  async function answer(asked: PricedRequest) {
    const id = `priced/${asked.model}`;
    const isCareless = run.models.includes(id);
    const isDrift = isCareless && run.writer === "drift";
    const messages = asked.messages.map(({ role, content }) => ({ role, text: content }));
    const temperament = isDrift ? temperamentBehind(String(run.seed), messages) : temperamentOf(id);
    const written = isDrift ? await drift(asked, run.seed) : await rehearse(asked);
    const text =
      isCareless && !isDrift && written.finishReason === "stop"
        ? carelessly(written.text, { seed: run.seed, key: keyOf(asked) })
        : written.text;
    meant.set(text.trim(), writeAnswer(temperament, messages));
    const { prices } = readyModel(id, t.ctx.models).terms;
    cost += priceOf(prices, { cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0, ...written.usage });
    return { ...written, text };
  }

  beforeAll(async () => {
    t = await testApp("pglite", { env: { DIALECTIC_APPROVAL_SHARE: "100" } });
    provider = await startPricedProvider({ answer });
    provider.listIn(t.dataDir);
    await t.startWorker();
    await topUp(t.ctx, { amount: 1_000_000_000n, key: "first" });
  });
  afterAll(async () => {
    await provider[Symbol.asyncDispose]();
    await t[Symbol.asyncDispose]();
  });

  it.each(runs)(
    "parses everything or reports a finding that names what is missing: seed $seed, $process, $careless, $writer",
    { timeout: 120_000 },
    async (chosen) => {
      const models = provider.models.slice(0, 2);
      run = { ...chosen, models: chosen.careless === "every model" ? models : models.slice(0, 1) };
      meant = new Map();
      cost = 0n;
      const { id } = await t.session({
        brief: `${brief} This is garden ${run.seed}.`,
        models,
        process: run.process,
        auto: true,
        start: true,
        acceptFindings: true,
      });
      const session = await t.reach(id, "iteration_complete");
      const wholes = (await listDocuments(t.ctx, { sessionId: id, kind: "whole" })).items;
      const parts = (await listDocuments(t.ctx, { sessionId: id, kind: "artifact" })).items;
      for (const whole of wholes.filter((one) => !one.intermediate)) {
        const own = parts.filter((one) => one.contributionId === whole.contributionId).map((one) => one.artifact);
        const found = new Set(whole.findings.map((one) => one.artifact));
        const missing = (shippedArtifacts[whole.stage] ?? []).filter((key) => !own.includes(key) && !found.has(key));
        expect([whole.path, missing]).toEqual([whole.path, []]);
        if (whole.findings.length > 0) continue;
        const { checked, warnings } = await getDocumentChecks(t.ctx, { documentId: whole.id });
        expect([whole.path, checked, warnings]).toEqual([whole.path, true, []]);
      }
      const isClean = wholes.every((one) => one.findings.length === 0);
      const { items: claims, coverage } = await getClaims(t.ctx, { sessionId: id });
      if (isClean) expect(coverage.flatMap(({ missing }) => missing)).toEqual([]);
      const { items: scores } = await getScores(t.ctx, { sessionId: id });
      if (isClean)
        expect(scores.flatMap(({ critics }) => critics.map((one) => one.scores.length))).toEqual(Array(4).fill(7));

      const answers = await answersOf(t, id);
      for (const document of answers) {
        const { path, requests } = document;
        const [first] = requests;
        const wanted = meant.get(first?.text.trim() ?? "");
        expect([path, wanted !== undefined]).toEqual([path, true]);
        const numbers = claims.map(({ number }) => number);
        const { missing, invented } = compareEntries({ document, meant: wanted ?? "", claims: numbers });
        const findings = wholes.find((one) => one.id === document.id)?.findings ?? [];
        const unnamed = missing.filter((entry) => !isNamed(entry, findings));
        expect({ path, unnamed, invented: unnamed.length > 0 || missing.length === 0 ? invented : [] }).toEqual({
          path,
          unnamed: [],
          invented: [],
        });
        expect([path, lostTexts(document)]).toEqual([path, []]);
        expect([path, repeatedTexts(document)]).toEqual([path, []]);
        // No answer was cut off, so no finding may report that, not even for an artifact that was requested again.
        expect([path, findings.some(({ code }) => code === "cut_off")]).toEqual([path, false]);
        expect([path, document.markdown.includes("**Incomplete:**")]).toEqual([path, false]);
        expect([path, requests.filter(({ asked }) => asked.length > 0).length <= 1]).toEqual([path, true]);
      }
      expect(session.requests).toBe(answers.reduce((sum, { requests }) => sum + requests.length, 0));
      expect(session.spent).toBe(String(cost));
      expect(await t.ctx.db.tx(auditWallets)).toEqual([]);
    },
  );
});

const keyOf = ({ model, messages }: PricedRequest): string =>
  JSON.stringify([model, messages]).replaceAll(/[0-9a-f]{12}/g, "");

/** Answers as `rehearsal/drift` does with this seed. */
async function drift(asked: PricedRequest, seed: number) {
  const settings = { ...rehearsedSettings, dataDir: null, env: { DIALECTIC_REHEARSAL_SEED: String(seed) } };
  const outcome = await askModel({ ...asked, model: readyModel("rehearsal/drift", settings) });
  if (!outcome.ok) throw outcome.thrown;
  const { text, finishReason, usage } = outcome.answer;
  return { text, finishReason: finishReason === "length" ? ("length" as const) : ("stop" as const), usage };
}
