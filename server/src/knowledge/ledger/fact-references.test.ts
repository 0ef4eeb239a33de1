import type { DocumentId } from "@dialectic/contract";
import { expect, it } from "vitest";
import { getDocument, getLinkedDocument, listDocuments, readProjectFile } from "#documents";
import { getDocumentChecks } from "#review";
import { editDocument, generateStage, submitStage } from "#sessions";
import { engines, testApp } from "#test";
import { answerKeys } from "./turns/answer-keys.ts";

it.each(engines)(
  "[F1] in a document refers to the fact that was accepted when the document's stage began, not to a later fact (%s)",
  async (engine) => {
    await using t = await testApp(engine);
    const { id: sessionId, projectId } = await t.session({ brief: "Launch a pop-up.", models: ["rehearsal/atlas"] });
    const answer = (turnKey: string, text: string) =>
      answerKeys(t.ctx, {
        projectId,
        turnKey,
        workStage: "ideation",
        answers: [{ key: "project.summary.audience_size", text }],
      });
    const worker = await t.startWorker();
    const written = async (stage: string) => {
      await generateStage(t.ctx, { sessionId, stage });
      await t.reach(sessionId, "awaiting_feedback");
      await worker.idle();
      const { items } = await listDocuments(t.ctx, { sessionId, stage, kind: "whole" });
      if (!items[0]) throw new Error(`The stage ${stage} wrote nothing.`);
      return items[0];
    };
    const linked = (documentId: DocumentId) => getLinkedDocument(t.ctx, { documentId });

    await answer("one", "300 guests");
    const thesis = await written("thesis");
    const fact = { id: "F1", documentId: null, text: "Size of the audience: 300", heading: null };
    const read = await linked(thesis.id);
    expect(read).toMatchObject({ projectId, unresolved: [] });
    expect(read.references).toContainEqual(fact);
    const checks = async (documentId: DocumentId) => (await getDocumentChecks(t.ctx, { documentId })).references;
    expect(await checks(thesis.id)).toMatchObject({ share: 1, unresolved: [] });

    const file = async () => (await readProjectFile(t.ctx, { projectId, path: thesis.path })).text;
    const before = await file();
    expect(before).toContain('\n- <a id="f1"></a>[F1] Size of the audience: 300\n');
    expect(before).toContain("\n[F1]: #f1\n");
    await answer("two", "350 guests");
    expect(await file()).toBe(before);

    // The prompt of the second stage has F2 and a document that cites F1. An edit may cite facts accepted before the edit.
    await submitStage(t.ctx, { sessionId, stage: "thesis" });
    const review = await written("antithesis");
    const { markdown: own } = await getDocument(t.ctx, { documentId: review.id });
    const markdown = `${own.trimEnd()}\n\n[F1] became [F2]; nothing says [F3].\n`;
    await editDocument(t.ctx, { documentId: review.id, markdown, baseVersion: 1 });
    await answer("three", "400 guests");
    const edited = await linked(review.id);
    expect(edited.references).toEqual(
      expect.arrayContaining([fact, { ...fact, id: "F2", text: "Size of the audience: 350" }]),
    );
    expect(edited.unresolved).toEqual(["F3"]);
    expect((await checks(review.id)).unresolved.map(({ id }) => id)).toEqual(["F3"]);
  },
);
