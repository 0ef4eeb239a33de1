import type { InboxItem, InboxKind, JobId, Session, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decideCard, getBoard } from "#board";
import { getDocument, listDocuments } from "#documents";
import { resumeJob, retryJob } from "#jobs";
import { getClaims, getQuestions } from "#review";
import {
  acceptFinding,
  answerQuestion,
  archiveSession,
  chooseVerdict,
  editDocument,
  generateStage,
  listInbox,
  restoreSession,
  submitStage,
} from "#sessions";
import { engines, startPaidProvider, type TestApp, testApp } from "#test";
import { topUp } from "#wallet";

const brief = "Open a community garden on 400 m² by 1 May 2027. The budget is 12,000 EUR and two people own it.";

describe.each(engines)("the inbox of one session on %s", (engine) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(engine, { env: { DIALECTIC_APPROVAL_SHARE: "100" } });
    await t.startWorker();
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const itemsOf = async (sessionId: SessionId): Promise<InboxItem[]> =>
    (await listInbox(t.ctx, { limit: 200 })).items.filter((item) => item.sessionId === sessionId);
  const kindsOf = async (sessionId: SessionId): Promise<InboxKind[]> =>
    (await itemsOf(sessionId)).map(({ kind }) => kind).toSorted();
  const one = async (sessionId: SessionId, kind: InboxKind): Promise<InboxItem | undefined> =>
    (await itemsOf(sessionId)).find((item) => item.kind === kind);
  /** Runs a stage to its end. */
  async function run(session: Session, stage: string): Promise<void> {
    await generateStage(t.ctx, { sessionId: session.id, stage });
    await t.reach(session.id, "awaiting_feedback", "iteration_complete");
  }

  it("lists what the session needs at each point: questions, contested claims, submit, start", async () => {
    const session = await t.session({ brief, models: ["rehearsal/atlas", "rehearsal/briar"] });
    const { id: sessionId } = session;
    expect(await kindsOf(sessionId)).toEqual([]);

    await run(session, "thesis");
    const questions = await getQuestions(t.ctx, { sessionId });
    const open = questions.map(({ number }) => number);
    expect(open.length).toBeGreaterThan(1);
    expect(await kindsOf(sessionId)).toEqual(["questions", "submit"]);
    expect(await one(sessionId, "questions")).toMatchObject({
      stage: "thesis",
      data: { count: open.length, first: questions[0]?.text },
      actions: [{ do: "answer", sessionId, numbers: open }],
    });
    expect(await one(sessionId, "submit")).toMatchObject({ data: { documents: 2, questions: open.length } });
    await answerQuestion(t.ctx, { sessionId, number: open[0] ?? 0, answer: "Two people." });
    expect(await one(sessionId, "questions")).toMatchObject({
      data: { count: open.length - 1, first: questions[1]?.text },
    });

    // Unanswered questions now use their defaults, so they no longer wait for a person.
    await submitStage(t.ctx, { sessionId, stage: "thesis" });
    expect(await itemsOf(sessionId)).toMatchObject([
      { kind: "start", stage: "antithesis", data: { expected: "0" }, actions: [{ do: "start-stage" }] },
    ]);
    await run(session, "antithesis");
    await submitStage(t.ctx, { sessionId, stage: "antithesis" });
    await run(session, "synthesis");
    const contested = (await getClaims(t.ctx, { sessionId })).items.filter((claim) => claim.contested);
    const numbers = contested.map(({ number }) => number);
    expect(numbers.length).toBeGreaterThan(0);
    expect(await one(sessionId, "claims")).toMatchObject({
      data: { count: numbers.length, first: contested[0]?.text },
      actions: [{ do: "choose", sessionId, numbers }],
    });

    // A claim that was removed from its thesis is no longer contested.
    const [first] = contested;
    const thesis = await getDocument(t.ctx, { documentId: first!.documentId! });
    const markdown = thesis.markdown.replace(`- C: ${first!.text}`, "");
    await editDocument(t.ctx, { documentId: thesis.id, markdown, baseVersion: 1 });
    const left = (await getClaims(t.ctx, { sessionId })).items.filter((claim) => claim.contested && !claim.choice);
    expect(left.map(({ number }) => number)).not.toContain(first!.number);
    const listed = (await one(sessionId, "claims"))?.actions[0];
    expect(listed && "numbers" in listed ? listed.numbers : []).toEqual(left.map(({ number }) => number));
    for (const { number } of left) await chooseVerdict(t.ctx, { sessionId, number, verdict: "kept", note: "" });
    expect(await kindsOf(sessionId)).not.toContain("claims");
  });

  it("omits an archived session until it is restored", async () => {
    const session = await t.session({ brief, models: ["rehearsal/atlas"] });
    await run(session, "thesis");
    const before = await kindsOf(session.id);
    expect(before).toContain("submit");
    await expect
      .poll(() => archiveSession(t.ctx, { sessionId: session.id }), { timeout: 20_000 })
      .toMatchObject({
        status: "archived", // as soon as its documents are rendered
      });
    expect(await kindsOf(session.id)).toEqual([]);
    await restoreSession(t.ctx, { sessionId: session.id });
    expect(await kindsOf(session.id)).toEqual(before);
  });

  it("lists documents with findings until each finding is accepted", async () => {
    await using provider = await startPaidProvider(() => ({ pieces: ["No"] }));
    provider.listIn(t.dataDir);
    await topUp(t.ctx, { amount: 10_000_000n, key: `findings on ${engine}` });
    const { id: sessionId } = await t.session({ brief, models: [provider.model], start: true });
    await t.reach(sessionId, "awaiting_feedback");
    const [document] = (await listDocuments(t.ctx, { sessionId, kind: "whole" })).items;
    const { id: documentId, findings = [] } = document ?? {};
    expect(findings.length).toBeGreaterThan(1);
    expect(await one(sessionId, "findings")).toMatchObject({
      data: { documentId, title: document?.title, count: findings.length, first: { code: "artifact_missing" } },
      actions: [
        { do: "review-document", documentId },
        { do: "accept-findings", documentId },
      ],
    });
    expect(await one(sessionId, "submit")).toMatchObject({ data: { findings: findings.length } });
    for (const { id: findingId } of findings) await acceptFinding(t.ctx, { documentId: documentId!, findingId });
    expect(await kindsOf(sessionId)).toEqual(["submit"]);
    const accepting = await t.session({ brief, models: [provider.model], start: true, acceptFindings: true });
    await t.reach(accepting.id, "awaiting_feedback");
    expect(await kindsOf(accepting.id)).toEqual(["submit"]);
  });

  /** Adds a job that belongs to no running stage, and changes it before a worker can lease it. */
  const addJob = (
    { id: sessionId }: Session,
    job: { kind: string; payload: object; target?: string | undefined },
    end: "failed" | "paused",
  ): Promise<JobId> =>
    t.database.asOwner(async (db) => {
      const { rows } = await sql<{ id: JobId }>`
        insert into jobs (id, owner_id, kind, project_id, session_id, stage, iteration, label, payload, target_contribution)
        select new_id(), s.owner_id, ${job.kind}, s.project_id, s.id, 'thesis', 1, 'Thesis of atlas',
          ${JSON.stringify(job.payload)}::text::jsonb, ${job.target ?? null}::uuid
        from sessions s
        where s.id = ${sessionId}
        returning id`.execute(db);
      const jobId = rows[0]!.id;
      await sql`
        update jobs set status = 'processing', lease_owner = 'w', lease_expires_at = now() where id = ${jobId}`.execute(
        db,
      );
      await (end === "paused"
        ? sql`update jobs set status = 'paused', pause_reason = 'user' where id = ${jobId}`.execute(db)
        : sql`
            update jobs set status = 'failed', error = '{"code": "disk_full", "message": "The disk is full."}'
            where id = ${jobId}`.execute(db));
      return jobId;
    });

  it("lists a paused job even if it belongs to no stage, until the job is resumed", async () => {
    const session = await t.session({ brief, models: ["rehearsal/atlas"] });
    await run(session, "thesis");
    const jobId = await addJob(session, { kind: "render", payload: { projectId: session.projectId } }, "paused");
    expect(await one(session.id, "paused")).toMatchObject({
      data: { jobId, label: "Thesis of atlas", isStage: false },
      actions: [{ do: "resume-job", jobId }],
    });
    await t.ctx.db.tx((db) => resumeJob(db, jobId));
    expect(await kindsOf(session.id)).not.toContain("paused");
  });

  it("lists failed renders and regenerations until they are retried or superseded", async () => {
    const session = await t.session({ brief, models: ["rehearsal/atlas"] });
    const { id: sessionId } = session;
    await run(session, "thesis");
    const render = { kind: "render", payload: { projectId: session.projectId, n: 1 } };
    const rendering = await addJob(session, render, "failed");
    expect(await one(sessionId, "job-failed")).toMatchObject({
      data: {
        jobId: rendering,
        kind: "render",
        label: "Thesis of atlas",
        code: "disk_full",
        message: "The disk is full.",
      },
      actions: [{ do: "retry-job", jobId: rendering }],
    });
    const again = await addJob(session, render, "failed");
    expect((await itemsOf(sessionId)).filter(({ kind }) => kind === "job-failed")).toMatchObject([
      { data: { jobId: again } },
    ]);
    await t.ctx.db.tx((db) => retryJob(db, again));
    expect(await kindsOf(sessionId)).not.toContain("job-failed");

    const [document] = (await listDocuments(t.ctx, { sessionId, kind: "whole" })).items;
    const regeneration = await addJob(
      session,
      { kind: "execute", payload: {}, target: document?.contributionId },
      "failed",
    );
    expect(await one(sessionId, "job-failed")).toMatchObject({ data: { jobId: regeneration, kind: "execute" } });
    await editDocument(t.ctx, { documentId: document!.id, markdown: "# Business case\n\nMine.\n", baseVersion: 1 });
    expect(await kindsOf(sessionId)).not.toContain("job-failed");
  });

  it("lists a card that lost its file or is no longer in the plan, until a person keeps or drops the card", async () => {
    const session = await t.session({ brief, models: ["rehearsal/atlas"], auto: true, start: true });
    const { id: sessionId, projectId } = session;
    await t.reach(sessionId, "iteration_complete");
    expect(await kindsOf(sessionId)).toEqual([]);
    const [first, second] = (await getBoard(t.ctx, { projectId })).cards;
    await t.ctx.db.tx((db) => sql`update board_cards set file_lost_at = now() where id = ${first!.id}`.execute(db));
    await t.ctx.db.tx((db) =>
      sql`
        update board_cards set superseded_because = 'The plan has no M2 any more.', superseded_at = now() - interval '1 hour'
        where id = ${second!.id}`.execute(db),
    );
    expect(await itemsOf(sessionId)).toMatchObject([
      {
        kind: "card",
        data: { cardId: first!.id, number: first!.number, title: first!.title, column: "pending", why: "file-lost" },
        actions: [
          { do: "keep-card", cardId: first!.id },
          { do: "drop-card", cardId: first!.id },
        ],
      },
      { kind: "card", data: { cardId: second!.id, why: "unplanned" } },
    ]);
    await decideCard(t.ctx, { cardId: first!.id, keep: true });
    await decideCard(t.ctx, { cardId: second!.id, keep: false });
    expect(await kindsOf(sessionId)).toEqual([]);
  });
});
