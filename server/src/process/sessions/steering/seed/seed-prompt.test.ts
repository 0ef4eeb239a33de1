import type { Session } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Worker } from "#jobs";
import { getClaims, getQuestions } from "#review";
import { engines, type TestApp, testApp } from "#test";
import {
  answerQuestion,
  chooseVerdict,
  generateStage,
  giveFeedback,
  readSeedPrompt,
  startIteration,
  submitStage,
} from "../../index.ts";

/**
 * One session with two models runs through all stages. The seed prompt of each stage must contain what the stage's first
 * calls send.
 */
describe.each(engines)("the seed prompt on %s", (engine) => {
  let t: TestApp;
  let worker: Worker;
  let session: Session;
  beforeAll(async () => {
    t = await testApp(engine);
    worker = await t.startWorker();
    session = await t.session({ brief: "Open a community garden on 400 m² by 1 May 2027 for 12,000 EUR." });
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const at = (stage: string) => ({ sessionId: session.id, stage });
  /** Reads the seed prompt of a stage, then generates the stage. Returns the seed prompt and the messages that were sent. */
  async function run(stage: string): Promise<{ seed: string; sent: string[] }> {
    const seed = await readSeedPrompt(t.ctx, at(stage));
    expect(seed.frozen).toBe(false);
    await generateStage(t.ctx, at(stage));
    expect(await readSeedPrompt(t.ctx, at(stage))).toMatchObject({ text: seed.text, frozen: true });
    session = await t.reach(session.id, "awaiting_feedback", "iteration_complete");
    return { seed: seed.text, sent: await firstMessages(stage) };
  }
  /** The instructions and first user messages of a stage's calls. */
  async function firstMessages(stage: string): Promise<string[]> {
    const { rows } = await t.ctx.db.tx((db) =>
      sql<{ prompt: string }>`
        select prompt from contributions
        where session_id = ${session.id} and iteration = ${session.iteration} and stage = ${stage} and chunk = 0
        order by step_key, array_position(${session.models}::text[], model), work_key`.execute(db),
    );
    return rows.flatMap(({ prompt }) => {
      const [instructions = "", user = ""] = prompt.split(/^===== (?:instructions|user|assistant) =====\n/m).slice(1);
      return [instructions.trim(), user.trim()];
    });
  }

  it("contains the first call as it will be sent: request, documents, claims, answers, feedback and task", async () => {
    const thesis = await run("thesis");
    expect(new Set(thesis.sent).size).toBe(2); // the messages are the same for both models
    for (const part of thesis.sent) expect(thesis.seed).toContain(part);

    const [question] = await getQuestions(t.ctx, { sessionId: session.id });
    const number = question?.number ?? 0;
    await giveFeedback(t.ctx, { ...at("thesis"), text: "Begin with the neighbours." });
    await submitStage(t.ctx, at("thesis"));
    expect(await readSeedPrompt(t.ctx, at("antithesis"))).toMatchObject({ version: 1 });
    await answerQuestion(t.ctx, { sessionId: session.id, number, answer: "Only <<<rain>>> water." });
    await answerQuestion(t.ctx, { sessionId: session.id, number, answer: "Only <<<rain>>> water." });
    expect(await readSeedPrompt(t.ctx, at("antithesis"))).toMatchObject({ version: 2 });
    const antithesis = await run("antithesis");
    expect(antithesis.seed).toContain("Only <<<rain>>> water.");
    expect(antithesis.seed).toMatch(/^<<<claims \w+>>>\n- \[C1\]/m);
    // Each critic makes one call per proposal. The seed prompt shows the first call in full, and only the document of the
    // second call.
    expect(new Set(antithesis.sent).size).toBe(3);
    expect(antithesis.sent.filter((part) => antithesis.seed.includes(part))).toHaveLength(4 + 2);
    for (const label of ["Proposal A", "Proposal B"]) expect(antithesis.seed).toContain(`label="${label}"`);
  });

  it("is rebuilt when a claim is decided, and contains the decision", async () => {
    await submitStage(t.ctx, at("antithesis"));
    const synthesis = await run("synthesis");
    for (const part of synthesis.sent) expect(synthesis.seed).toContain(part);
    await submitStage(t.ctx, at("synthesis"));
    const { items: claims } = await getClaims(t.ctx, { sessionId: session.id });
    const number = claims.find((one) => one.contested)?.number ?? claims[0]?.number ?? 0;
    const before = await readSeedPrompt(t.ctx, at("parenthesis"));
    await chooseVerdict(t.ctx, { sessionId: session.id, number, verdict: "rejected", note: "No bees." });
    const after = await readSeedPrompt(t.ctx, at("parenthesis"));
    expect(after.version).toBe(before.version + 1);
    expect(after.text).toMatch(/<<<contested \w+>>>[\s\S]+No bees\./);
    const parenthesis = await run("parenthesis");
    for (const part of parenthesis.sent) expect(parenthesis.seed).toContain(part);
    await submitStage(t.ctx, at("parenthesis"));
    const paralysis = await run("paralysis");
    for (const part of paralysis.sent) expect(paralysis.seed).toContain(part);
    expect(session.status).toBe("iteration_complete");
  });

  it("contains the progress so far in a further iteration", async () => {
    await startIteration(t.ctx, { sessionId: session.id });
    session = await t.reach(session.id, "iteration_complete");
    const { text } = await readSeedPrompt(t.ctx, at("paralysis"));
    expect(text).toContain("<<<progress ");
    for (const part of await firstMessages("paralysis")) expect(text).toContain(part);
    await worker.idle();
  });
});
