import type { ContributionId, DocumentId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#platform";
import { engines, type TestDatabase, testDatabase } from "#test";
import { renderArtifacts } from "../artifacts/render-artifacts.ts";
import { addStageRun, type SampleSession, sampleChunk, sampleSession } from "../documents.fixture.ts";
import {
  addVersion,
  getDocument,
  insertFeedback,
  listDocuments,
  readDocumentVersion,
  saveChunk,
  sourceDocuments,
  sourceTexts,
  standings,
} from "../index.ts";
import { projectFiles } from "../tree/project-files.ts";

describe.each(engines)("steering documents on %s:", (engine) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await testDatabase(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  async function save(sample: SampleSession, changes: Parameters<typeof sampleChunk>[1] = {}) {
    const chunk = await sampleChunk(sample, changes);
    const { rootId, document } = await sample.db.tx((db) => saveChunk(db, chunk));
    if (!document) throw new Error("The chunk was not the last.");
    return { rootId, documentId: document.id };
  }
  const critique = (sample: SampleSession, of: ContributionId, changes: object = {}) =>
    save(sample, {
      stage: "antithesis",
      outputType: "antithesis",
      workKey: "critique:atlas",
      lineageId: of,
      sourceIds: [of],
      title: "Antithesis",
      ...changes,
    });
  const edit = (sample: SampleSession, documentId: DocumentId, markdown: string, baseVersion = 1) =>
    sample.db.tx((db) => addVersion(db, { documentId, markdown, baseVersion, authorId: sample.owner }));
  const now = async (sample: SampleSession) =>
    (await sample.db.tx((db) => sql<{ at: string }>`select clock_timestamp()::text as at`.execute(db))).rows[0]?.at ??
    "";
  const stale = async (sample: SampleSession) =>
    (await sample.db.tx((db) => standings(db, sample.sessionId))).filter((one) => one.because).map((one) => one.id);

  it("an edit adds a version and updates the parts; the first version is kept, and rendering again does not undo the edit", async () => {
    const sample = await sampleSession(t.database);
    const { rootId, documentId } = await save(sample);
    const parts = new Map(
      (await sample.db.tx((db) => renderArtifacts(db, rootId))).map((one) => [one.artifact, one.id]),
    );
    const text = "# Business case\n\nNobody wants it.\n\n# Doubts\n\n- Who pays?\n";
    await edit(sample, documentId, text);
    await edit(sample, documentId, `${text}\nMe.\n`, 2);
    await sample.db.tx((db) => renderArtifacts(db, rootId));

    const document = await getDocument(sample, { documentId });
    expect(document).toMatchObject({ version: 3, markdown: `${text}\nMe.\n`, stale: null, replacedBy: null });
    expect(document.versions.map((one) => [one.version, one.author])).toEqual([
      [1, "rehearsal/atlas"],
      [2, expect.any(String)],
      [3, expect.any(String)],
    ]);
    expect((await readDocumentVersion(sample, { documentId, version: 1 })).markdown).toContain("People want it.");
    expect((await readDocumentVersion(sample, { documentId, version: 2 })).markdown).toBe(text);
    const listed = (await listDocuments(sample, { sessionId: sample.sessionId, kind: "artifact" })).items;
    expect(listed.map((one) => [one.artifact, one.version]).toSorted()).toEqual([
      ["business-case", 2],
      ["doubts", 2],
    ]);
    const part = await getDocument(sample, { documentId: parts.get("business-case") ?? documentId });
    expect(part.markdown).toBe("# Business case\n\nNobody wants it.\n");
    await expect(getDocument(sample, { documentId: parts.get("claims") ?? documentId })).rejects.toMatchObject({
      code: "not_found",
    });

    const files = new Map(
      (await sample.db.tx((db) => projectFiles(db, sample.projectId, sample))).map((one) => [one.path, one.text]),
    );
    const work = document.path.replace("1_thesis/", "1_thesis/_work/");
    expect(files.get(document.path)).toContain("Me.\n");
    expect(files.get(work.replace(".md", "_version_1.md"))).toContain("People want it.");
    expect(files.get(work.replace(".md", "_version_2.md"))).toContain("Who pays?\n");
  });

  it("an empty, invalid or outdated edit is refused", async () => {
    const sample = await sampleSession(t.database);
    const { rootId, documentId } = await save(sample);
    const parts = await sample.db.tx((db) => renderArtifacts(db, rootId));
    const [part] = parts;
    expect((await edit(sample, documentId, "# Business case\n\nOther.\n")).changed).toBe(true);
    expect((await edit(sample, documentId, "# Business case\n\nOther.\n", 2)).changed).toBe(false);
    // The client may not have received the response to the first save, so saving the same text again is not a conflict.
    expect((await edit(sample, documentId, "# Business case\n\nOther.\n", 1)).changed).toBe(false);
    await expect(edit(sample, documentId, "# Late\n")).rejects.toMatchObject({
      code: "version_conflict",
      details: { documentId, version: 2 },
    });
    await expect(edit(sample, documentId, " \n", 2)).rejects.toMatchObject({ code: "invalid_input" });
    await expect(edit(sample, part?.id ?? documentId, "# Part\n")).rejects.toMatchObject({ code: "invalid_input" });
    const stranger = await sampleSession(t.database);
    await expect(edit(stranger, documentId, "# Theirs\n", 2)).rejects.toMatchObject({ code: "not_found" });
    await expect(readDocumentVersion(stranger, { documentId, version: 1 })).rejects.toMatchObject({
      code: "not_found",
    });
    const jobId = newId();
    const rewrite = sql`
      insert into jobs (id, owner_id, kind, chain_id, session_id, target_contribution)
      values (${jobId}, ${sample.owner}, 'execute', ${jobId}, ${sample.sessionId}, ${rootId})`;
    await sample.db.tx((db) => rewrite.execute(db));
    expect((await getDocument(sample, { documentId })).regenerating).toBe(jobId);
    await expect(edit(sample, documentId, "# Meanwhile\n", 2)).rejects.toMatchObject({ code: "conflict" });
    const newer = await save(sample);
    await expect(edit(sample, documentId, "# Too late\n", 2)).rejects.toMatchObject({
      code: "version_conflict",
      details: { documentId: newer.documentId, version: 1 },
    });
    for (const table of ["document_versions", "feedback", "seed_prompts"]) {
      await expect(
        t.database.asOwner((db) => sql`update ${sql.table(table)} set version = 9`.execute(db)),
      ).rejects.toMatchObject({
        code: "conflict",
      });
    }
    await expect(t.database.asOwner((db) => sql`delete from document_versions`.execute(db))).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("only descendants of a changed document are stale, until they are written again from the current sources", async () => {
    const sample = await sampleSession(t.database);
    const atlas = await save(sample);
    const briar = await save(sample, { model: "rehearsal/briar", workKey: "propose:briar" });
    const ofAtlas = await critique(sample, atlas.rootId);
    await critique(sample, briar.rootId, { workKey: "critique:briar" });
    const merged = await save(sample, {
      stage: "paralysis",
      outputType: "paralysis",
      workKey: "break-down",
      sourceIds: [ofAtlas.rootId],
      title: "Paralysis",
    });
    expect(await stale(sample)).toEqual([]);

    const edited = await edit(sample, atlas.documentId, "# Business case\n\nOther.\n");
    expect(await stale(sample)).toEqual([ofAtlas.rootId, merged.rootId]);
    const { stale: why } = await getDocument(sample, { documentId: merged.documentId });
    expect(why).toEqual({ reason: "Thesis was edited after this was written.", because: atlas.documentId });

    const again = await critique(sample, atlas.rootId, {
      sourceVersions: new Map([[atlas.rootId, edited.document.version]]),
    });
    expect(await stale(sample)).toEqual([merged.rootId]);
    expect(await getDocument(sample, { documentId: ofAtlas.documentId })).toMatchObject({
      stale: null,
      replacedBy: again.documentId,
    });
    const [waiting] = (await sample.db.tx((db) => standings(db, sample.sessionId))).filter((one) => one.because);
    expect(waiting).toMatchObject({ how: "edited", because: atlas.documentId, sources_fresh: true });
  });

  it("a stage reads the documents as they were at its start; critiques of a regenerated thesis belong to the new thesis", async () => {
    const sample = await sampleSession(t.database);
    const old = await save(sample);
    const review = await critique(sample, old.rootId);
    const before = await now(sample);
    const renewed = await save(sample);
    await edit(sample, review.documentId, "# Critique\n\nYes.\n");
    const find = (asOf: string | null, ownStage = "paralysis") =>
      sample.db.tx((db) =>
        sourceDocuments(db, {
          sessionId: sample.sessionId,
          iteration: 1,
          stages: ["thesis", "antithesis"],
          ownStage,
          asOf,
        }),
      );
    const ids = (found: Awaited<ReturnType<typeof find>>) => found.map((one) => [one.id, one.lineageId]);
    expect(ids(await find(before))).toEqual([
      [old.rootId, old.rootId],
      [review.rootId, old.rootId],
    ]);
    expect(ids(await find(null))).toEqual([
      [renewed.rootId, renewed.rootId],
      [review.rootId, renewed.rootId],
    ]);
    expect((await find(before, "thesis"))[0]?.id).toBe(renewed.rootId);
    const texts = await sample.db.tx(async (db) => [
      ...(await sourceTexts(db, [review.rootId], { asOf: before })),
      ...(await sourceTexts(db, [review.rootId])),
    ]);
    expect(texts.map((one) => one.version)).toEqual([1, 2]);
  });

  it("feedback is in the project's files verbatim until it is withdrawn", async () => {
    const sample = await sampleSession(t.database);
    await addStageRun(sample, { stage: "thesis", status: "completed", seedPrompt: "Propose.\n" });
    const { rootId, documentId } = await save(sample);
    const say = (text: string, version: number, about: ContributionId | null) =>
      sample.db.tx((db) =>
        insertFeedback(db, {
          id: newId(),
          owner_id: sample.owner,
          project_id: sample.projectId,
          session_id: sample.sessionId,
          iteration: 1,
          stage: "thesis",
          contribution_id: about,
          version,
          text,
        }),
      );
    await say("Begin with the *guests*.", 1, null);
    await say("No candles.\n\n# At all", 1, rootId);
    const { path } = await getDocument(sample, { documentId });
    const file = async () =>
      (await sample.db.tx((db) => projectFiles(db, sample.projectId, sample))).find((one) =>
        one.path.endsWith("user_feedback_thesis.md"),
      )?.text;
    expect(await file()).toBe(
      `# Feedback on thesis\n\nBegin with the *guests*.\n\n## On Thesis\n\nFile: \`${path}\`\n\nNo candles.\n\n# At all\n`,
    );
    await say("", 2, null);
    await say("", 2, rootId);
    expect(await file()).toBeUndefined();
  });
});
