import { type ContributionId, Document, type DocumentId, DocumentSummary } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId, type Tx } from "#platform";
import { engines, type TestDatabase, testDatabase } from "#test";
import { renderArtifacts } from "./artifacts/render-artifacts.ts";
import { saveChunk } from "./contributions/save-chunk.ts";
import { type SampleSession, sampleChunk, sampleSession } from "./documents.fixture.ts";
import { getDocument } from "./get-document.ts";
import { sourceDocuments, sourceTexts } from "./inputs/source-documents.store.ts";
import { listDocuments } from "./list-documents.ts";

describe.each(engines)("documents on %s", (engine) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await testDatabase(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const save = async (sample: SampleSession, changes: Parameters<typeof sampleChunk>[1] = {}) => {
    const chunk = await sampleChunk(sample, changes);
    const { rootId, document } = await sample.db.tx((db) => saveChunk(db, chunk));
    return { rootId, documentId: document?.id ?? newId<DocumentId>() };
  };
  const render = (sample: SampleSession, rootId: ContributionId) => sample.db.tx((db) => renderArtifacts(db, rootId));

  describe("renderArtifacts", () => {
    it("creates one document per artifact, and creates nothing when it runs again", async () => {
      const sample = await sampleSession(t.database);
      const { rootId } = await save(sample);
      const rendered = await render(sample, rootId);
      expect(rendered.map((one) => one.artifact).sort()).toEqual(["business-case", "claims"]);
      expect(new Set(await render(sample, rootId))).toEqual(new Set(rendered));
      const artifacts = (await listDocuments(sample, { sessionId: sample.sessionId, kind: "artifact" })).items;
      expect(artifacts.map((one) => [one.title, one.path])).toEqual([
        [
          "Business case",
          "session_0a1b2c3d/iteration_1/1_thesis/documents/rehearsal~2fatlas_1_thesis_business-case.md",
        ],
        ["Claims", "session_0a1b2c3d/iteration_1/1_thesis/documents/rehearsal~2fatlas_1_thesis_claims.md"],
      ]);
      const claims = await getDocument(sample, { documentId: artifacts[1]!.id });
      expect(claims.markdown).toBe("# Claims\n\n- C: It pays.\n");
    });

    it("creates no artifacts for intermediate documents", async () => {
      const sample = await sampleSession(t.database);
      const { rootId } = await save(sample, { intermediate: true });
      expect(await render(sample, rootId)).toEqual([]);
      expect((await listDocuments(sample, { sessionId: sample.sessionId, kind: "artifact" })).items).toEqual([]);
    });

    it("creates the artifacts of a document even if a table in it is malformed", async () => {
      const sample = await sampleSession(t.database);
      const { rootId } = await save(sample, {
        text: "# Scorecard\n\n| criterion | score |\n|---|---|\n| clarity | 7 | because |\n",
      });
      expect(await render(sample, rootId)).toHaveLength(1);
      expect((await listDocuments(sample, { sessionId: sample.sessionId })).items).toHaveLength(2);
    });

    it("does not find another user's document", async () => {
      const { rootId } = await save(await sampleSession(t.database));
      const stranger = await sampleSession(t.database);
      await expect(render(stranger, rootId)).rejects.toMatchObject({ code: "not_found" });
    });
  });

  describe("reading", () => {
    it("lists documents by stage and kind, in the contract's schema", async () => {
      const sample = await sampleSession(t.database);
      const thesis = await save(sample);
      await render(sample, thesis.rootId);
      await save(sample, {
        stage: "antithesis",
        outputType: "antithesis",
        lineageId: thesis.rootId,
        sourceIds: [thesis.rootId],
      });
      const all = (await listDocuments(sample, { sessionId: sample.sessionId })).items;
      expect(all.map((one) => [one.stage, one.kind])).toEqual([
        ["thesis", "whole"],
        ["thesis", "artifact"],
        ["thesis", "artifact"],
        ["antithesis", "whole"],
      ]);
      for (const one of all) expect(DocumentSummary.parse(one)).toEqual(one);
      expect(all[0]).toMatchObject({ words: 12, chunks: 1, artifact: null, contributionId: thesis.rootId });
      expect((await listDocuments(sample, { sessionId: sample.sessionId, stage: "antithesis" })).items).toEqual([
        all[3],
      ]);
      expect(
        (await listDocuments(sample, { sessionId: sample.sessionId, stage: "thesis", kind: "whole" })).items,
      ).toEqual([all[0]]);
    });

    it("returns a document with its artifacts and sources", async () => {
      const sample = await sampleSession(t.database);
      const thesis = await save(sample);
      const critique = await save(sample, {
        stage: "antithesis",
        outputType: "antithesis",
        lineageId: thesis.rootId,
        sourceIds: [thesis.rootId],
        title: "Antithesis",
      });
      const before = await getDocument(sample, { documentId: thesis.documentId });
      expect(before.artifacts).toEqual([
        { key: "business-case", title: "Business case", id: null },
        { key: "claims", title: "Claims", id: null },
      ]);
      const ids = new Map((await render(sample, thesis.rootId)).map((one) => [one.artifact, one.id]));
      const document = await getDocument(sample, { documentId: thesis.documentId });
      expect(Document.parse(document)).toEqual(document);
      expect(document.artifacts.map((one) => one.id)).toEqual([ids.get("business-case"), ids.get("claims")]);
      expect(document.sources).toEqual([]);
      const { sources } = await getDocument(sample, { documentId: critique.documentId });
      expect(sources).toEqual([{ contributionId: thesis.rootId, documentId: thesis.documentId, title: "Thesis" }]);
    });

    it("rejects an unknown document and another user's document", async () => {
      const sample = await sampleSession(t.database);
      const { documentId } = await save(sample);
      const stranger = await sampleSession(t.database);
      await expect(listDocuments(stranger, { sessionId: sample.sessionId })).rejects.toMatchObject({
        code: "not_found",
      });
      await expect(getDocument(stranger, { documentId })).rejects.toMatchObject({ code: "not_found" });
      await expect(getDocument(sample, { documentId: newId<DocumentId>() })).rejects.toMatchObject({
        code: "not_found",
      });
    });
  });

  describe("sources", () => {
    const stages = ["thesis", "antithesis"];
    const find = (sample: SampleSession) =>
      sample.db.tx((db) => sourceDocuments(db, { sessionId: sample.sessionId, iteration: 1, stages }));

    it("are sorted by stage and model, regardless of the order in which they were finished", async () => {
      const sample = await sampleSession(t.database);
      const briar = await save(sample, { model: "rehearsal/briar", workKey: "propose:briar" });
      const atlas = await save(sample);
      const critique = await save(sample, {
        stage: "antithesis",
        outputType: "antithesis",
        lineageId: briar.rootId,
        sourceIds: [briar.rootId],
        workKey: "critique",
      });
      await save(sample, { stage: "paralysis", outputType: "paralysis", workKey: "break-down" });
      await save(sample, { last: false, finishReason: "length", workKey: "unfinished" });
      expect(await find(sample)).toEqual([
        {
          id: atlas.rootId,
          type: "thesis",
          stage: "thesis",
          model: "rehearsal/atlas",
          lineageId: atlas.rootId,
          workKey: "propose:atlas",
          proposal: null,
        },
        {
          id: briar.rootId,
          type: "thesis",
          stage: "thesis",
          model: "rehearsal/briar",
          lineageId: briar.rootId,
          workKey: "propose:briar",
          proposal: null,
        },
        {
          id: critique.rootId,
          type: "antithesis",
          stage: "antithesis",
          model: "rehearsal/atlas",
          lineageId: briar.rootId,
          workKey: "critique",
          proposal: null,
        },
      ]);
    });

    it("include only the newest document of each work order", async () => {
      const sample = await sampleSession(t.database);
      await save(sample);
      const again = await save(sample);
      expect((await find(sample)).map((one) => one.id)).toEqual([again.rootId]);
    });

    it("are returned as texts, without their paths, in the requested order", async () => {
      const sample = await sampleSession(t.database);
      const thesis = await save(sample);
      const critique = await save(sample, {
        model: "rehearsal/briar",
        stage: "antithesis",
        outputType: "antithesis",
        lineageId: thesis.rootId,
        sourceIds: [thesis.rootId],
        text: "# Critique\n\nNo.\n",
        title: "Antithesis",
      });
      const read = (db: Tx) => sourceTexts(db, [critique.rootId, thesis.rootId]);
      const texts = await sample.db.tx(read);
      expect(texts[0]).toEqual({
        id: critique.rootId,
        combines: [],
        type: "antithesis",
        model: "rehearsal/briar",
        lineageModel: "rehearsal/atlas",
        proposal: null,
        number: 2,
        title: "Antithesis",
        markdown: "# Critique\n\nNo.\n",
        version: 1,
      });
      expect(texts[1]?.id).toBe(thesis.rootId);
      const stranger = await sampleSession(t.database);
      await expect(stranger.db.tx(read)).rejects.toMatchObject({ code: "missing_input" });
    });
  });

  it("never change once written", async () => {
    const sample = await sampleSession(t.database);
    await save(sample);
    for (const table of ["documents", "contributions"]) {
      await expect(sample.db.tx((db) => sql`update ${sql.table(table)} set path = 'x'`.execute(db))).rejects.toThrow();
      await expect(
        t.database.asOwner((db) => sql`update ${sql.table(table)} set path = 'x'`.execute(db)),
      ).rejects.toMatchObject({ code: "conflict" });
    }
  });
});
