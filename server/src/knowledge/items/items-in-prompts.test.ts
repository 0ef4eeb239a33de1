import { expect, it } from "vitest";
import { getLinkedDocument, listDocuments } from "#documents";
import { answerKeys } from "#ledger";
import { generateStage, readSeedPrompt, submitStage } from "#sessions";
import { engines, testApp } from "#test";
import { createItem, renameItem, undoItems } from "./index.ts";
import { width } from "./items.fixture.ts";

it.each(engines)("prompts and references give the current name of a fact's item (%s)", async (engine) => {
  await using t = await testApp(engine);
  const { id: sessionId, projectId } = await t.session({
    brief: "Launch a pop-up.",
    models: ["rehearsal/atlas"],
    domain: "event-production",
  });
  const { item } = await createItem(t.ctx, { projectId, name: "Backdrop" });
  const answers = [{ key: width, itemId: item.id, text: "6 m" }];
  await answerKeys(t.ctx, { projectId, turnKey: "one", workStage: "ideation", answers });
  const worker = await t.startWorker();
  await generateStage(t.ctx, { sessionId, stage: "thesis" });
  await t.reach(sessionId, "awaiting_feedback");
  await worker.idle();
  const [thesis] = (await listDocuments(t.ctx, { sessionId, stage: "thesis", kind: "whole" })).items;
  if (!thesis) throw new Error("The stage wrote nothing.");
  const { references } = await getLinkedDocument(t.ctx, { documentId: thesis.id });
  expect(references).toContainEqual({ id: "F1", documentId: null, text: "Backdrop: Width: 6 m", heading: null });

  await submitStage(t.ctx, { sessionId, stage: "thesis" });
  const seed = async () => (await readSeedPrompt(t.ctx, { sessionId, stage: "antithesis" })).text;
  expect(await seed()).toContain("Dimensions of items:\n- [F1] Backdrop: Width: 6 m (said by you)");
  await renameItem(t.ctx, { itemId: item.id, name: "Photo wall" });
  expect(await seed()).toContain("- [F1] Photo wall: Width: 6 m (said by you)");
  await undoItems(t.ctx, { projectId });
  expect(await seed()).toContain("- [F1] Backdrop: Width: 6 m (said by you)");
});
