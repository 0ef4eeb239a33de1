import { readFileSync } from "node:fs";
import type { SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getDocument, listDocuments } from "#documents";
import { latestProcess } from "#recipes";
import { getClaims, getDocumentChecks, getQuestions, getScores } from "#review";
import { shippedArtifacts, type TestApp, testApp } from "#test";
import { expectLastingNames, tellingWords } from "./prompt-names.fixture.ts";

/** Runs on one engine only, because a run with three models makes 53 calls. A flow test covers a run with two models. */
describe("a classic run", () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp("pglite");
    await t.startWorker({ sweeps: false });
  });
  afterAll(() => t[Symbol.asyncDispose]());

  /** The events of each model's `plan` job of the synthesis; each wait is followed by the number of children waited for. */
  async function synthesisOf(id: SessionId): Promise<string[][]> {
    const { rows } = await t.ctx.db.tx((db) =>
      sql<{ plan: string; step: string }>`
        select plan.id as plan, e.kind || case e.kind when 'job.waiting-for-children' then ' ' || (
          select count(*) from jobs child
          where child.parent_id = plan.id and child.parent_step = (e.data ->> 'currentStep')::int and child.continuation = 0)
          else '' end as step
        from jobs plan
        join events e on e.data ->> 'jobId' = plan.id::text
        where plan.session_id = ${id} and plan.stage = 'synthesis' and plan.kind = 'plan' and plan.parent_id is not null
          and e.kind in ('job.waiting-for-children', 'job.pending-next-step', 'job.completed')
        order by e.seq`.execute(db),
    );
    return [...Map.groupBy(rows, ({ plan }) => plan).values()].map((steps) => steps.map(({ step }) => step));
  }

  /** Finds documents that do not descend from a thesis, and prompts without the brief. */
  async function unfounded(id: SessionId, brief: string): Promise<unknown[]> {
    const { rows } = await t.ctx.db.tx((db) =>
      sql`
        with recursive roots as (
          select id, id as root from contributions where session_id = ${id}
          union
          select roots.id, s.source_id from roots join contribution_sources s on s.contribution_id = roots.root)
        select c.id, c.stage, c.work_key
        from contributions c
        left join contributions origin on origin.id = c.lineage_id
        where c.session_id = ${id} and (
          not exists (
            select from roots join contributions thesis on thesis.id = roots.root
            where roots.id = c.id and thesis.stage = 'thesis' and strpos(thesis.prompt, ${brief.trim()}) > 0)
          or strpos(c.prompt, ${brief.trim()}) = 0
          or origin.stage <> 'thesis'
          or c.lineage_id is null and c.output_type not in ('final_synthesis', 'parenthesis', 'paralysis'))`.execute(
        db,
      ),
    );
    return rows;
  }

  it.each([
    [["rehearsal/briar"], 7],
    [["rehearsal/atlas", "rehearsal/briar", "rehearsal/cedar"], 53],
  ])(
    "with %j contains every artifact, readable and within its word limit, and passes all checks",
    { timeout: 120_000 },
    async (models, calls) => {
      const brief = readFileSync("examples/billing.md", "utf8");
      const { id } = await t.session({ brief, models, process: "classic", auto: true, start: true });
      const session = await t.reach(id, "iteration_complete");
      expect(session.calls).toBe(calls);

      const { stages } = await t.ctx.db.tx((db) => latestProcess(db, "classic"));
      const words = new Map(
        stages.flatMap(({ key, recipe }) => {
          const last = recipe.steps.filter((step) => !step.intermediate).flatMap((step) => step.artifacts);
          return last.map((artifact) => [`${key} ${artifact.title}`, artifact.words] as const);
        }),
      );
      const wholes = (await listDocuments(t.ctx, { sessionId: id, kind: "whole" })).items.filter(
        (one) => !one.intermediate,
      );
      const parts = (await listDocuments(t.ctx, { sessionId: id, kind: "artifact" })).items;
      for (const whole of wholes) {
        const own = parts.filter((one) => one.contributionId === whole.contributionId);
        expect(own.map((one) => one.artifact)).toEqual(expect.arrayContaining(shippedArtifacts[whole.stage] ?? ["?"]));
        for (const part of own) {
          const budget = words.get(`${part.stage} ${part.title}`);
          // The words of the artifact's heading do not count towards the limit.
          if (budget) expect(part.words - part.title.split(" ").length - 1, part.path).toBeLessThanOrEqual(budget);
        }
        const { checked, warnings, references } = await getDocumentChecks(t.ctx, { documentId: whole.id });
        expect([whole.path, checked, warnings, references.unresolved]).toEqual([whole.path, true, [], []]);
      }

      const { items: claims } = await getClaims(t.ctx, { sessionId: id });
      expect(claims.length).toBeGreaterThan(models.length);
      for (const claim of claims) expect(claim.verdicts.map((one) => one.model).sort()).toEqual([...models].sort());

      const { items: scores, leadModel } = await getScores(t.ctx, { sessionId: id });
      expect(scores).toHaveLength(models.length);
      // Self-scores are not counted. With a single model there are no other scores, and that model leads.
      for (const { median } of scores) expect(median === null).toBe(models.length === 1);
      // The critics' own rankings decide. If there is a tie or only one model, the first model leads.
      const preferred = models.filter((model) => scores.some((one) => one.model === model && one.rank === 1));
      expect(leadModel).toBe(preferred[0] ?? models[0]);

      // No question was answered, so later stages read the defaults of all questions.
      const questions = await getQuestions(t.ctx, { sessionId: id });
      expect(new Set(questions.map((one) => one.state))).toEqual(new Set(["assumed"]));
      const [plan] = wholes.filter((one) => one.stage === "parenthesis");
      const { markdown } = await getDocument(t.ctx, { documentId: plan?.id ?? wholes[0]!.id });
      expect(markdown.toLowerCase()).toContain("assum");

      // Each model's synthesis waits for three waves of children and resumes after each of them.
      const n = models.length;
      const walk = [n * n, n, 1]
        .map((children) => `job.waiting-for-children ${children}`)
        .join(" job.pending-next-step ");
      expect((await synthesisOf(id)).map((steps) => steps.join(" "))).toEqual(
        models.map(() => `${walk} job.completed`),
      );
      expect(await unfounded(id, brief)).toEqual([]);
      const { rows } = await expectLastingNames(t.ctx.db, { sessionId: id, models });
      const names = models.flatMap((model) => [model, model.slice(model.indexOf("/") + 1)]);
      for (const row of rows.filter((one) => one.stage === "antithesis"))
        expect([row.number, tellingWords(row.prompt, names)]).toEqual([row.number, []]);
    },
  );
});
