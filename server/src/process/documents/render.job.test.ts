import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JobId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createJobKinds, createWorker, enqueue, type NewJob, retryJob } from "#jobs";
import { createLog } from "#platform";
import { engines, type TestDatabase, testDatabase } from "#test";
import { saveChunk } from "./contributions/save-chunk.ts";
import { addCard, addStageRun, type SampleSession, sampleChunk, sampleSession } from "./documents.fixture.ts";
import { listDocuments } from "./list-documents.ts";
import { renderJob } from "./render.job.ts";

const files = [
  "popup.md",
  "session_0a1b2c3d/iteration_1/1_thesis/_work/prompts/rehearsal~2fatlas_1_thesis_prompt.md",
  "session_0a1b2c3d/iteration_1/1_thesis/raw_responses/rehearsal~2fatlas_1_thesis_raw.json",
  "session_0a1b2c3d/iteration_1/1_thesis/rehearsal~2fatlas_1_thesis.md",
  "session_0a1b2c3d/iteration_1/1_thesis/seed_prompt.md",
];
const artifacts = ["business-case", "claims"].map(
  (key) => `session_0a1b2c3d/iteration_1/1_thesis/documents/rehearsal~2fatlas_1_thesis_${key}.md`,
);

describe.each(engines)("the render job on %s", (engine) => {
  let t: TestDatabase;
  let root: string;
  beforeAll(async () => {
    t = await testDatabase(engine);
    root = mkdtempSync(join(tmpdir(), "dialectic-trees-"));
  });
  afterAll(async () => {
    await t[Symbol.asyncDispose]();
    rmSync(root, { recursive: true, force: true });
  });

  async function written(text?: string) {
    const sample = await sampleSession(t.database, { stages: ["thesis"] });
    await addStageRun(sample, { stage: "thesis", status: "completed", seedPrompt: "Propose.\n" });
    const chunk = await sampleChunk(sample, text === undefined ? {} : { text });
    const { rootId } = await sample.db.tx((db) => saveChunk(db, chunk));
    return { sample, rootId, treeDir: join(root, sample.projectId) };
  }

  /** The folders whose boards were synced. */
  const kept: string[] = [];

  /** Runs one render job with a real worker and returns its outcome. */
  async function render(sample: SampleSession, treeDir: string | null, payload: NewJob["payload"]) {
    const id = await sample.db.tx((db) => enqueue(db, { kind: "render", payload, maxRetries: 0 }));
    return runWaiting(sample, treeDir, id);
  }

  async function retry(sample: SampleSession, treeDir: string, id: JobId) {
    await sample.db.tx((db) => retryJob(db, id));
    return runWaiting(sample, treeDir, id);
  }

  async function runWaiting(sample: SampleSession, treeDir: string | null, id: JobId) {
    const folderOf =
      treeDir === null
        ? null
        : ({ slug }: { slug: string }) => ({ dir: join(treeDir, slug), isChosen: false, isGone: false });
    const worker = createWorker({
      database: t.database,
      kinds: createJobKinds([renderJob({ folderOf, keepBoard: async (_, at) => void kept.push(at.dir), ...sample })]),
      log: createLog("silent"),
    });
    await worker.start();
    await worker.idle();
    await worker.stop();
    const { rows } = await sample.db.tx((db) =>
      sql<{ status: string; error: { code: string } | null }>`select status, error from jobs where id = ${id}`.execute(
        db,
      ),
    );
    return { id, ...rows[0] };
  }

  const filesBelow = (dir: string) =>
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== ".files.json") // the folder's record of written files
      .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
      .sort();

  it("creates the artifacts and their files; a second run changes nothing", async () => {
    const { sample, rootId, treeDir } = await written();
    expect(await render(sample, treeDir, { rootId })).toMatchObject({ status: "completed" });
    const first = (await listDocuments(sample, { sessionId: sample.sessionId })).items;
    expect(first).toHaveLength(3);
    expect(filesBelow(join(treeDir, "pop-up"))).toEqual([...files, ...artifacts].sort());
    expect(kept).toEqual([]); // no board was synced, because there are no cards
    expect(await render(sample, treeDir, { rootId })).toMatchObject({ status: "completed" });
    expect((await listDocuments(sample, { sessionId: sample.sessionId })).items).toEqual(first);
    expect(filesBelow(join(treeDir, "pop-up"))).toEqual([...files, ...artifacts].sort());
  });

  it("writes all files of a document even if a table in it is malformed", async () => {
    const { sample, rootId, treeDir } = await written(
      "# Business case\n\n| a | b |\n|---|---|\n| 1 |\n\n# Claims\n\n- C: It pays.\n",
    );
    expect(await render(sample, treeDir, { rootId })).toMatchObject({ status: "completed" });
    expect(filesBelow(join(treeDir, "pop-up"))).toEqual([...files, ...artifacts].sort());
  });

  it("succeeds on a retry once the folder can be written", async () => {
    const { sample, rootId, treeDir } = await written();
    mkdirSync(treeDir);
    writeFileSync(join(treeDir, "pop-up"), "a file where the folder should be");
    const { id, status } = await render(sample, treeDir, { rootId });
    expect(status).toBe("failed");
    rmSync(join(treeDir, "pop-up"));
    expect(await retry(sample, treeDir, id)).toMatchObject({ status: "completed", error: null });
    expect(filesBelow(join(treeDir, "pop-up"))).toEqual([...files, ...artifacts].sort());
  });

  it("writes no files if the project has no folder", async () => {
    const { sample, rootId, treeDir } = await written();
    expect(await render(sample, null, { rootId })).toMatchObject({ status: "completed" });
    expect(existsSync(treeDir)).toBe(false);
  });

  it("writes the plan, readme and settings of a project whose iteration is complete, and leaves the cards to the board sync", async () => {
    const { sample, treeDir } = await written("# Work plan\n\n### W1.1 Call\n\n- [ ] call\n");
    addCard(sample, { title: "M1", path: "Pending/01_m1.md", file: "# M1\n" });
    await sample.db.tx((db) =>
      sql`update sessions set status = 'iteration_complete' where id = ${sample.sessionId}`.execute(db),
    );
    expect(await render(sample, treeDir, { projectId: sample.projectId })).toMatchObject({ status: "completed" });
    expect(kept.splice(0)).toEqual([join(treeDir, "pop-up")]);
    expect(filesBelow(join(treeDir, "pop-up"))).toEqual(
      [
        "plan.md",
        "popup.md",
        "project_readme.md",
        "project_settings.json",
        "session_0a1b2c3d/iteration_1/1_thesis/seed_prompt.md",
      ].sort(),
    );
  });

  it("does not find another user's document", async () => {
    const { rootId, treeDir } = await written();
    const stranger = await sampleSession(t.database);
    expect(await render(stranger, treeDir, { rootId })).toMatchObject({
      status: "failed",
      error: { code: "not_found" },
    });
    expect(existsSync(treeDir)).toBe(false);
  });
});
