import { createHash } from "node:crypto";
import type { SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listDocuments } from "#documents";
import { getClaims, getDocumentChecks, getScores } from "#review";
import { type PricedProvider, rehearse, shippedArtifacts, startPricedProvider, type TestApp, testApp } from "#test";
import { auditWallets, topUp } from "#wallet";
import { deviations } from "../documents/read/deviations.fixture.ts";
import { readAnswer } from "../documents/read/read-answer.ts";
import { expectedIn, wordsOf } from "../documents/read/shapes.fixture.ts";

/** `npm test` tries a few seeds; DIALECTIC_SEEDS=200 tries more. */
const seeds = Number(process.env["DIALECTIC_SEEDS"] ?? 4);
const brief = "Open a community garden on 400 m² by 1 May 2027. The budget is 12,000 EUR and two people own it.";

const dice = (...parts: (string | number)[]): number =>
  createHash("sha256").update(parts.join("\n")).digest().readUInt32BE(0) / 2 ** 32;

/** The same content in other formats; every fourth answer leaves something out. */
function carelessly(text: string, { seed, key }: { seed: number; key: string }): string {
  const shaped = deviations.reduce(
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
  if (chance < 0.16) return text.replace(/^\| \[C\d+\].*\n/m, "");
  if (chance < 0.2) return text.replace(/^\| (?:cost|risk) \|.*\n/gm, "");
  if (chance < 0.24) return text.replace(/^- Requirements: .*$/m, "- Requirements: none");
  return text;
}

describe("a run of models that ignore the format", () => {
  let t: TestApp;
  let provider: PricedProvider;
  let careless: { seed: number; models: readonly string[]; isDrift: boolean } = { seed: 0, models: [], isDrift: false };
  beforeAll(async () => {
    t = await testApp("pglite", { env: { DIALECTIC_APPROVAL_SHARE: "100" } });
    provider = await startPricedProvider({
      async answer(asked) {
        const isCareless = careless.models.includes(`priced/${asked.model}`);
        if (isCareless && careless.isDrift) return rehearse({ ...asked, model: "drift" });
        const answer = await rehearse(asked);
        if (!isCareless || answer.finishReason !== "stop") return answer;
        const key = JSON.stringify([asked.model, asked.messages]).replaceAll(/[0-9a-f]{12}/g, "");
        return { ...answer, text: carelessly(answer.text, { seed: careless.seed, key }) };
      },
    });
    provider.listIn(t.dataDir);
    await t.startWorker();
    await topUp(t.ctx, { amount: 1_000_000_000n, key: "first" });
  });
  afterAll(async () => {
    await provider[Symbol.asyncDispose]();
    await t[Symbol.asyncDispose]();
  });

  /** Every document with the words of its answers, except requests that were repeated. */
  async function answersOf(id: SessionId) {
    const { rows } = await t.ctx.db.tx((db) =>
      sql<{ path: string; stage: string; markdown: string; texts: string[]; asked: number; requests: number }>`
        select d.path, d.stage, d.markdown,
          array_agg(c.text order by c.chunk) filter (where c.asked_for = '{}') as texts,
          count(*) filter (where c.asked_for <> '{}')::int as asked,
          count(*)::int as requests
        from documents d
        join contributions c on c.root_id = d.contribution_id
        where c.session_id = ${id} and d.kind = 'whole'
        group by d.path, d.stage, d.markdown`.execute(db),
    );
    return rows;
  }

  const runs = Array.from({ length: seeds }, (_, seed) => ({
    seed,
    process: seed % 3 === 2 ? "classic" : "brief",
    careless: seed % 2 === 0 ? "every model" : "one model",
    writer: seed % 4 < 2 ? "rehearsal/drift" : "deviations",
  }));
  it.each(runs)(
    "parses everything, or reports a finding: seed $seed, $process, $careless, $writer",
    { timeout: 120_000 },
    async (run) => {
      const models = provider.models.slice(0, 2);
      careless = {
        seed: run.seed,
        isDrift: run.writer === "rehearsal/drift",
        models: run.careless === "every model" ? models : models.slice(0, 1),
      };
      const { id } = await t.session({
        brief: `${brief} This is garden ${run.seed + 1}.`,
        models,
        process: run.process,
        auto: true,
        start: true,
        acceptFindings: true,
      });
      const session = await t.reach(id, "iteration_complete");
      const wholes = (await listDocuments(t.ctx, { sessionId: id, kind: "whole" })).items.filter(
        (one) => !one.intermediate,
      );
      const parts = (await listDocuments(t.ctx, { sessionId: id, kind: "artifact" })).items;
      for (const whole of wholes) {
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
      expect(claims.length).toBeGreaterThan(models.length);
      if (isClean) expect(coverage.flatMap(({ missing }) => missing)).toEqual([]);
      const { items: scores } = await getScores(t.ctx, { sessionId: id });
      if (isClean)
        expect(scores.flatMap(({ critics }) => critics.map((one) => one.scores.length))).toEqual(Array(4).fill(7));

      const answers = await answersOf(id);
      for (const { path, stage, markdown, texts, asked } of answers) {
        expect([path, asked <= 1]).toEqual([path, true]);
        const { thinking, artifacts } = readAnswer(texts.join("\n\n"), { artifacts: expectedOf(stage) });
        const kept = wordsOf([markdown, ...thinking, ...artifacts.map(({ heading }) => heading)].join(" "));
        const lost =
          asked > 0 ? [] : [...wordsOf(texts.join(" "))].filter((word) => !kept.has(word) && !markup.has(word));
        expect([path, lost]).toEqual([path, []]);
      }
      expect(session.requests).toBe(answers.reduce((sum, { requests }) => sum + requests, 0));
      expect(await t.ctx.db.tx(auditWallets)).toEqual([]);
    },
  );
});

/** The artifacts that any step of a stage asks for: the first steps of a synthesis write proposals. */
const expectedOf = (stage: string) => [...expectedIn(stage), ...(stage === "synthesis" ? expectedIn("thesis") : [])];

/** Words that only mark a part. */
const markup = new Set(
  "markdown think requirement milestone task likelihood impact early sign response claim accepted dropped max words".split(
    " ",
  ),
);
