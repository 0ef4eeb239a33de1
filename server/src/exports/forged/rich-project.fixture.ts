import type { Session, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import { getBoard, moveCard } from "#board";
import { listDocuments } from "#documents";
import {
  acceptFinding,
  answerQuestion,
  cancelStage,
  chooseVerdict,
  editDocument,
  getSession,
  giveFeedback,
  startIteration,
} from "#sessions";
import type { TestApp } from "#test";

/**
 * A project with rows in every exported table: a finished session with edits, feedback, answers, choices, accepted
 * findings, a moved card and a second iteration that was cancelled.
 */
export async function richProject(t: TestApp): Promise<Session> {
  const worker = await t.startWorker();
  const models = ["rehearsal/atlas"];
  const started = await t.session({ brief: "Plant a hedge along the road.", models, auto: true, start: true });
  const session = await t.reach(started.id, "iteration_complete");
  await worker.stop();
  const at = { sessionId: session.id, stage: "thesis" };
  const [whole] = (await listDocuments(t.ctx, { ...at, stage: "antithesis", kind: "whole" })).items;
  if (!whole) throw new Error("The stage wrote nothing.");
  const markdown = "# Critique\n\nToo wide at the gate.\n";
  const { findings } = await editDocument(t.ctx, { documentId: whole.id, markdown, baseVersion: 1 });
  const [finding] = findings;
  if (finding) await acceptFinding(t.ctx, { documentId: whole.id, findingId: finding.id });
  await giveFeedback(t.ctx, { ...at, stage: session.currentStage, text: "Shorter, please." });
  await answerQuestion(t.ctx, { sessionId: session.id, number: 1, answer: "In autumn." });
  await chooseVerdict(t.ctx, { sessionId: session.id, number: 1, verdict: "rejected", note: "" });
  const [card] = (await getBoard(t.ctx, session)).cards;
  if (!card) throw new Error("The plan left no card.");
  await moveCard(t.ctx, { cardId: card.id, column: "complete" });
  const again = await startIteration(t.ctx, { sessionId: session.id });
  await cancelStage(t.ctx, { sessionId: session.id, stage: again.currentStage });
  await addRareRows(t, session.id);
  return getSession(t.ctx, { sessionId: session.id });
}

/** Rows of shortened prompts, a stage that has not started, and a chosen language. */
async function addRareRows({ ctx, userId }: TestApp, sessionId: SessionId): Promise<void> {
  const parts = [
    { id: "d1", kind: "document", label: "Notes", contentHash: "00", from: 9, to: 5, kept: [0, 3], isReused: false },
  ];
  await ctx.db.tx(async (db) => {
    await sql`
      insert into prompt_receipts (id, owner_id, project_id, session_id, chain_id, job_id, contribution_id, model,
        context_window, input_limit, tokens_before, tokens_after, parts)
      select new_id(), c.owner_id, c.project_id, c.session_id, c.job_id, c.job_id, c.id, c.model, 9, 8, 10, 7,
        ${JSON.stringify(parts)}::text::jsonb
      from contributions c where c.session_id = ${sessionId} and c.chunk = 0 and c.stage = 'thesis'`.execute(db);
    await sql`
      insert into prompt_parts (id, owner_id, project_id, content_hash, text)
      select new_id(), owner_id, project_id, '00', 'Notes on hornbeam.' from sessions where id = ${sessionId}`.execute(
      db,
    );
    await sql`
      insert into seed_prompts (session_id, iteration, stage, version, owner_id, project_id, text)
      select id, iteration, 'thesis', 1, owner_id, project_id, 'Begin.' from sessions where id = ${sessionId}`.execute(
      db,
    );
    await sql`
      insert into memory_languages (project_id, owner_id, language)
      select project_id, ${userId}, 'german' from sessions where id = ${sessionId}`.execute(db);
  });
}
