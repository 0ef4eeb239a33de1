import type { FactNoteId, Session } from "@dialectic/contract";
import { sql } from "kysely";
import { addRecord, changeRecord } from "#blocks";
import { addLine, createItem, mergeItem, overrideField } from "#items";
import { answerKeys, chooseFact, editFact, listFacts, postOperations, promoteNote, undoAction } from "#ledger";
import type { TestApp } from "#test";

/**
 * Facts in every status, with a conflict that was settled, an edit, an undo, a key that only this project has, and a
 * refused operation.
 */
export async function addFacts(
  { ctx }: TestApp,
  { id: sessionId, projectId }: Pick<Session, "id" | "projectId">,
): Promise<void> {
  const answer = (turnKey: string, key: string, text: string) =>
    answerKeys(ctx, { projectId, sessionId, turnKey, workStage: "planning", answers: [{ key, text }] });
  const size = "project.summary.audience_size";
  await answer(`size:${sessionId}`, size, "300 people");
  await answer("size-again", size, "three hundred people");
  const { bundleId } = await answer("budget", "project.budget.total", "80,000 EUR, and a calm mood");
  await postOperations(ctx, {
    bundleId,
    operations: [
      { key: size, value: 80_000, quote: "80,000", confidence: 0.5 },
      { key: "project.summary.mood", value: "calm", quote: "a calm mood" },
      { key: "project.summary.location", value: "Ulm", quote: "in Ulm" },
    ],
  });
  const { items: facts } = await listFacts(ctx, { projectId, limit: 10 });
  const disputed = facts.find(({ status }) => status === "conflict");
  if (!disputed) throw new Error("The turn left no conflict.");
  await chooseFact(ctx, { factId: disputed.id });
  await editFact(ctx, { factId: disputed.id, value: 350, reason: "by phone" });
  await undoAction(ctx, { projectId });
  const { rows } = await ctx.db.tx((db) =>
    sql<{ id: FactNoteId }>`select id from fact_notes where project_id = ${projectId} and kind = 'unmapped'`.execute(
      db,
    ),
  );
  const key = { key: "project.summary.mood", label: "Mood", type: "string" as const };
  for (const { id } of rows) await promoteNote(ctx, { noteId: id, key });
  const block = "project.summary";
  const question = await addRecord(ctx, { projectId, kind: "question", block, text: "Is there a cloakroom?" });
  await changeRecord(ctx, { recordId: question.id, act: "resolve", reason: "asked by phone" });
  await addRecord(ctx, { projectId, kind: "decision", block: "project.decisions", text: "We rent the hall." });
  await addItems(ctx, projectId);
}

/** Items with a value set by hand, a value deliberately left empty, and a line; and an item merged into another. */
async function addItems(ctx: TestApp["ctx"], projectId: Session["projectId"]): Promise<void> {
  const { item } = await createItem(ctx, { projectId, name: "Backdrop" });
  const { item: other } = await createItem(ctx, { projectId, name: "Photo wall" });
  const itemId = item.id;
  await overrideField(ctx, { itemId, key: "item.summary.quantity", value: 2, reason: "by phone", asFact: true });
  await overrideField(ctx, { itemId, key: "item.summary.owner", value: null, asFact: true });
  await overrideField(ctx, { itemId: other.id, key: "item.summary.purpose", value: "Photos", asFact: true });
  const line = { kind: "material", name: "Print", quantity: 18, unit: "m²", unitPrice: 24.5, currency: "EUR" } as const;
  await addLine(ctx, { ...line, itemId: other.id });
  await mergeItem(ctx, { itemId: other.id, into: itemId });
}
