import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getClaims, getDocumentChecks, getQuestions, getScores } from "#claims";
import { getDocument, listDocuments } from "#documents";
import { latestProcess } from "#recipes";
import { shippedArtifacts, type TestApp, testApp } from "#test";

/** With two models it is run elsewhere (the flow of `dialectic run`); a run of three makes 53 calls, so one engine does. */
describe("a classic run", () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp("pglite");
    await t.startWorker({ bookkeeping: false });
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it.each([
    [["rehearsal/briar"], 7],
    [["rehearsal/atlas", "rehearsal/briar", "rehearsal/cedar"], 53],
  ])(
    "with %j has every artifact, parsed, within its words, and every check is quiet",
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
      const wholes = (await listDocuments(t.ctx, { sessionId: id, kind: "whole" })).filter((one) => !one.intermediate);
      const parts = await listDocuments(t.ctx, { sessionId: id, kind: "artifact" });
      for (const whole of wholes) {
        const own = parts.filter((one) => one.contributionId === whole.contributionId);
        expect(own.map((one) => one.artifact)).toEqual(expect.arrayContaining(shippedArtifacts[whole.stage] ?? ["?"]));
        for (const part of own) {
          const budget = words.get(`${part.stage} ${part.title}`);
          // Its heading is no part of it.
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
      // Nobody's own score counts: with one model there is none, and that one leads.
      for (const { median } of scores) expect(median === null).toBe(models.length === 1);
      expect(models).toContain(leadModel);

      // Nobody was there to answer: every question's own default holds, and is told to the stages that follow.
      const questions = await getQuestions(t.ctx, { sessionId: id });
      expect(new Set(questions.map((one) => one.state))).toEqual(new Set(["assumed"]));
      const [plan] = wholes.filter((one) => one.stage === "parenthesis");
      const { markdown } = await getDocument(t.ctx, { documentId: plan?.id ?? wholes[0]!.id });
      expect(markdown.toLowerCase()).toContain("assum");
    },
  );
});
