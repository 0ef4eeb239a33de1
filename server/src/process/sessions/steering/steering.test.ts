import type { DocumentSummary, Session } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getDocument, listDocuments } from "#documents";
import { getJob, type Worker } from "#jobs";
import { addUser, engines, startPaidProvider, type TestApp, testApp, wholeAnswer } from "#test";
import { topUp } from "#wallet";
import {
  editDocument,
  generateStage,
  giveFeedback,
  listFeedback,
  readSeedPrompt,
  regenerateDocument,
  regenerateStale,
  retryStage,
  submitStage,
} from "../index.ts";

const brief = "Open a community garden on 400 m² by 1 May 2027. The budget is 12,000 EUR and two people own it.";

/** One session is steered from its first stage to its third. Each test starts where the previous one ended. */
describe.each(engines)("steering a session on %s", (engine) => {
  let t: TestApp;
  let worker: Worker;
  let session: Session;
  beforeAll(async () => {
    t = await testApp(engine, { env: { DIALECTIC_APPROVAL_SHARE: "100" } });
    worker = await t.startWorker();
    const started = await t.session({ brief, start: true });
    session = await t.reach(started.id, "awaiting_feedback");
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const at = (stage: string) => ({ sessionId: session.id, stage });
  const wholes = async (stage: string) =>
    (await listDocuments(t.ctx, { sessionId: session.id, stage, kind: "whole" })).items;
  const current = async (stage: string) => (await wholes(stage)).filter((one) => one.replacedBy === null);
  const by = (documents: DocumentSummary[], model: string) => {
    const found = documents.find((one) => one.model.endsWith(model));
    if (!found) throw new Error(`There is no document by ${model}.`);
    return found;
  };
  const prompts = async (stage: string) => {
    const { rows } = await t.ctx.db.tx((db) =>
      sql<{ prompt: string; id: string }>`
        select id, prompt from contributions where session_id = ${session.id} and stage = ${stage} order by created_at, id`.execute(
        db,
      ),
    );
    return rows;
  };
  const ended = async (jobId: Parameters<typeof getJob>[1]) => {
    for (;;) {
      const job = await t.ctx.db.tx((db) => getJob(db, jobId));
      if (["completed", "failed", "cancelled"].includes(job.status)) return job;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  it("gives the next stage the feedback and edits that were made before it starts", async () => {
    const theses = await wholes("thesis");
    const [atlas, briar] = [by(theses, "atlas"), by(theses, "briar")];
    await expect(readSeedPrompt(t.ctx, at("antithesis"))).rejects.toMatchObject({ code: "stage_not_current" });
    await expect(giveFeedback(t.ctx, { ...at("antithesis"), text: "Early." })).rejects.toMatchObject({
      code: "stage_not_current",
    });
    await giveFeedback(t.ctx, { ...at("thesis"), text: "Begin with the neighbours." });
    await giveFeedback(t.ctx, { ...at("thesis"), text: "No tap.", documentId: atlas.id });
    const said = { ...at("thesis"), text: "Rain water only, <<<no tap>>>.", documentId: atlas.id };
    expect(await giveFeedback(t.ctx, said)).toMatchObject({ version: 2, documentId: atlas.id });
    expect(await giveFeedback(t.ctx, said)).toMatchObject({ version: 2 });
    expect((await listFeedback(t.ctx, { sessionId: session.id })).map((one) => one.text)).toEqual([
      "Begin with the neighbours.",
      "Rain water only, <<<no tap>>>.",
    ]);
    const { markdown } = await getDocument(t.ctx, { documentId: briar.id });
    const edited = await editDocument(t.ctx, {
      documentId: briar.id,
      markdown: `${markdown}\nWe keep two beehives.\n`,
      baseVersion: 1,
    });
    expect(edited).toMatchObject({ version: 2, stale: null });

    await submitStage(t.ctx, at("thesis"));
    await submitStage(t.ctx, at("thesis"));
    const seed = await readSeedPrompt(t.ctx, at("antithesis"));
    expect(seed).toMatchObject({ version: 1, frozen: false, iteration: 1 });
    for (const part of [
      brief,
      'about="the stage Thesis">>>\nBegin with the neighbours.\n',
      "\nRain water only, <<<no tap>>>.\n",
      "We keep two beehives.",
    ]) {
      expect(seed.text).toContain(part);
    }
    await giveFeedback(t.ctx, { ...at("thesis"), text: "Begin with the children." });
    expect(await readSeedPrompt(t.ctx, at("antithesis"))).toMatchObject({
      version: 2,
      text: expect.stringContaining("Begin with the children."),
    });
    await editDocument(t.ctx, {
      documentId: briar.id,
      markdown: `${markdown}\nWe keep three beehives.\n`,
      baseVersion: 2,
    });
    const third = await readSeedPrompt(t.ctx, at("antithesis"));
    expect(third).toMatchObject({ version: 3, text: expect.stringContaining("three beehives") });
    expect(third.text).not.toContain("two beehives");
  });

  it("sends all calls of a stage only what existed when the stage started", async () => {
    await worker.stop();
    await generateStage(t.ctx, at("antithesis"));
    const frozen = await readSeedPrompt(t.ctx, at("antithesis"));
    expect(frozen).toMatchObject({ version: 3, frozen: true });
    const briar = by(await wholes("thesis"), "briar");
    const { markdown, version } = await getDocument(t.ctx, { documentId: briar.id });
    await giveFeedback(t.ctx, { ...at("thesis"), text: "Too late for this stage." });
    await editDocument(t.ctx, {
      documentId: briar.id,
      markdown: `${markdown}\nToo late, too.\n`,
      baseVersion: version,
    });
    expect(await readSeedPrompt(t.ctx, at("antithesis"))).toEqual(frozen);

    worker = await t.startWorker();
    await t.reach(session.id, "awaiting_feedback");
    const sent = await prompts("antithesis");
    expect(sent).toHaveLength(4);
    for (const { prompt } of sent) {
      expect(prompt).toContain('about="the stage Thesis">>>\nBegin with the children.\n');
      expect(prompt).toMatch(
        /The person has commented on (D1, )?the stage Thesis(, Proposal [AB], which is not shown here)?\./,
      );
      expect(prompt).not.toContain("Too late");
      // Each call reads one proposal. Even if that is Briar's, the prompt contains the feedback on Atlas's proposal.
      const besideIt = /<<<feedback \w+ about="D1">>>\nRain water only, <<<no tap>>>\.\n/.test(prompt);
      expect(besideIt).toBe(!prompt.includes("three beehives"));
      expect(/about="Proposal [AB], which is not shown here">>>\nRain water only/.test(prompt)).toBe(!besideIt);
    }
    const stale = (await wholes("antithesis")).filter((one) => one.stale);
    expect(stale.map((one) => one.stale?.because)).toEqual([briar.id, briar.id]);
    expect(stale[0]?.stale?.reason).toMatch(/^Briar's thesis was edited after this was written\.$/);
  });

  it("regenerates a document only once if the request is repeated, and takes the feedback on it into account", async () => {
    const atlas = by(await wholes("thesis"), "atlas");
    const asked = await Promise.all([1, 2].map(() => regenerateDocument(t.ctx, { documentId: atlas.id })));
    expect(new Set(asked.map((job) => job.id)).size).toBe(1);
    const [job] = asked;
    if (!job) throw new Error("No job.");
    expect(await ended(job.id)).toMatchObject({ status: "completed", kind: "execute" });
    expect((await regenerateDocument(t.ctx, { documentId: atlas.id })).id).toBe(job.id);

    const theses = await wholes("thesis");
    expect(theses.map((one) => one.path.replace(/^.*\//, "")).toSorted()).toEqual([
      "rehearsal~2fatlas_1_thesis.md",
      "rehearsal~2fatlas_2_thesis.md",
      "rehearsal~2fbriar_1_thesis.md",
    ]);
    const renewed = by(await current("thesis"), "atlas");
    expect(theses.find((one) => one.id === atlas.id)).toMatchObject({ replacedBy: renewed.id, stale: null });
    const regenerated = (await prompts("thesis")).at(-1);
    expect(regenerated?.prompt).toContain('yours replaces">>>\nRain water only, <<<no tap>>>.\n');
    expect(regenerated?.prompt).toContain('about="the stage Thesis">>>\nToo late for this stage.\n');
    const { rows } = await t.ctx.db.tx((db) =>
      sql<{ status: string; superseded_by: string }>`
        select j.status, j.superseded_by from jobs j join contributions c on c.job_id = j.id where c.id = ${atlas.contributionId}`.execute(
        db,
      ),
    );
    expect(rows).toEqual([{ status: "superseded", superseded_by: job.id }]);
    expect((await wholes("antithesis")).filter((one) => one.stale)).toHaveLength(4);
    expect((await getDocument(t.ctx, { documentId: renewed.id })).version).toBe(1);
  });

  it("regenerates only stale documents, each after its sources", async () => {
    await submitStage(t.ctx, at("antithesis"));
    const first = await regenerateStale(t.ctx, { sessionId: session.id });
    expect(first.documents).toHaveLength(4);
    expect((await regenerateStale(t.ctx, { sessionId: session.id })).jobId).toBe(first.jobId);
    await expect(generateStage(t.ctx, at("synthesis"))).rejects.toMatchObject({ code: "missing_input" });
    if (!first.jobId) throw new Error("Nothing was stale.");
    expect(await ended(first.jobId)).toMatchObject({ status: "completed", totalSteps: 2 });
    expect(await current("antithesis")).toHaveLength(4);
    expect((await wholes("antithesis")).filter((one) => one.stale)).toEqual([]);
    expect((await prompts("antithesis")).slice(4).every(({ prompt }) => prompt.includes("Too late"))).toBe(true);
    expect(await regenerateStale(t.ctx, { sessionId: session.id })).toEqual({ jobId: null, documents: [] });

    await generateStage(t.ctx, at("synthesis"));
    await t.reach(session.id, "awaiting_feedback");
    const atlas = by(await current("thesis"), "atlas");
    const untouched = (await prompts("thesis")).length;
    await editDocument(t.ctx, {
      documentId: atlas.id,
      markdown: "# Business case\n\nA garden on a roof.\n",
      baseVersion: 1,
    });
    const second = await regenerateStale(t.ctx, { sessionId: session.id });
    expect(second.documents).toHaveLength(4); // two reviews of the edited proposal and two syntheses
    if (!second.jobId) throw new Error("Nothing was stale.");
    expect(await ended(second.jobId)).toMatchObject({ status: "completed", totalSteps: 3 });
    const reviews = (await current("antithesis")).map((one) => one.contributionId);
    for (const synthesis of await current("synthesis")) {
      const { sources } = await getDocument(t.ctx, { documentId: synthesis.id });
      const read = sources.map((one) => one.contributionId);
      expect(read).toEqual(expect.arrayContaining(reviews));
      expect(synthesis.path).toMatch(/_2_final_synthesis\.md$/);
    }
    expect((await prompts("thesis")).length).toBe(untouched);
    expect((await prompts("antithesis")).length).toBe(4 + 4 + 2);
  });

  it("retries missing documents with the same prompts as in the first attempt, ignoring feedback given since", async () => {
    const sent: string[] = [];
    let isDown = false;
    await using provider = await startPaidProvider((asked) => {
      const messages = JSON.stringify(asked.messages);
      // The same model also extracts facts from the person's texts. Those requests do not belong to a stage.
      if (messages.includes("[TURN_META]")) return { pieces: ['{"operations": []}'] };
      sent.push(messages);
      return isDown ? { pieces: [], status: 400 } : { pieces: wholeAnswer(asked) };
    });
    provider.listIn(t.dataDir);
    await topUp(t.ctx, { amount: 1_000_000n, key: "enough" });
    const models = ["rehearsal/atlas", provider.model];
    const { id } = await t.session({ brief, models, start: true });
    const thesis = { sessionId: id, stage: "thesis" };
    const antithesis = { sessionId: id, stage: "antithesis" };
    await t.reach(id, "awaiting_feedback");
    await submitStage(t.ctx, thesis);
    isDown = true;
    sent.length = 0;
    await generateStage(t.ctx, antithesis);
    await t.reach(id, "failed");
    await worker.idle(); // the stage's other jobs finish and keep their documents
    const refused = [...sent];
    const kept = (await listDocuments(t.ctx, { ...antithesis, kind: "whole" })).items.map((one) => one.id);

    const [document] = (await listDocuments(t.ctx, { ...thesis, kind: "whole" })).items;
    if (!document) throw new Error("There is no thesis.");
    await giveFeedback(t.ctx, { ...thesis, text: "Said after the failure." });
    await editDocument(t.ctx, { documentId: document.id, markdown: "# Changed after the failure\n", baseVersion: 1 });
    isDown = false;
    sent.length = 0;
    await retryStage(t.ctx, antithesis);
    await t.reach(id, "awaiting_feedback");
    const written = (await listDocuments(t.ctx, { ...antithesis, kind: "whole" })).items;
    expect(written).toHaveLength(4);
    expect(written.map((one) => one.id)).toEqual(expect.arrayContaining(kept));
    expect(sent).toHaveLength(2);
    expect(sent).toEqual(expect.arrayContaining(refused));
    expect(sent.join()).not.toContain("after the failure");
    // Two of the documents were written from a thesis that has been edited since, so they are stale.
    expect(written.filter((one) => one.stale?.because === document.id)).toHaveLength(2);
  });

  it("refuses every operation to another user", async () => {
    const stranger = { ...t.ctx, db: t.database.as(await addUser(t.database)) };
    const [{ id: documentId } = { id: session.id as never }] = await wholes("thesis");
    const asked = [
      giveFeedback(stranger, { ...at("thesis"), text: "Mine." }),
      listFeedback(stranger, { sessionId: session.id }),
      readSeedPrompt(stranger, at("thesis")),
      editDocument(stranger, { documentId, markdown: "# Mine\n", baseVersion: 1 }),
      regenerateDocument(stranger, { documentId }),
      regenerateStale(stranger, { sessionId: session.id }),
    ];
    for (const answer of await Promise.allSettled(asked)) {
      expect(answer).toMatchObject({ status: "rejected", reason: { code: "not_found" } });
    }
  });
});
