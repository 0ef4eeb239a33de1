import type { ContributionId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId, sha256 } from "#platform";
import { engines, type TestDatabase, testDatabase } from "#test";
import { type SampleSession, sampleChunk, sampleSession } from "../documents.fixture.ts";
import { combinedType } from "./combined-type.ts";
import { type ChunkToSave, saveChunk } from "./save-chunk.ts";

const folder = "session_0a1b2c3d/iteration_1/1_thesis";

describe.each(engines)("saveChunk on %s", (engine) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await testDatabase(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const save = (sample: SampleSession, chunk: ChunkToSave) => sample.db.tx((db) => saveChunk(db, chunk));
  const rows = <Row>(sample: SampleSession, table: string) =>
    sample.db.tx(
      async (db) => (await sql<Row>`select * from ${sql.table(table)} order by created_at`.execute(db)).rows,
    );

  it("stores a complete text at its final path, with its document", async () => {
    const sample = await sampleSession(t.database);
    const saved = await save(sample, await sampleChunk(sample));
    expect(saved.contributionId).toBe(saved.rootId);
    expect(saved.document?.path).toBe(`${folder}/rehearsal~2fatlas_1_thesis.md`);
    const [row] = await rows<Record<string, unknown>>(sample, "contributions");
    expect(row).toMatchObject({
      path: saved.document?.path,
      raw_path: `${folder}/raw_responses/rehearsal~2fatlas_1_thesis_raw.json`,
      prompt_path: `${folder}/_work/prompts/rehearsal~2fatlas_1_thesis_prompt.md`,
      lineage_id: saved.rootId,
      n: 1,
      chunk: 0,
    });
    const [document] = await rows<Record<string, string>>(sample, "documents");
    const markdown = "# Business case\n\nPeople want it.\n\n# Claims\n\n- C: It pays.\n";
    expect(document).toMatchObject({ kind: "whole", markdown, chunks: 1, sha256: sha256(document?.file ?? "") });
    expect(document?.file).toBe(`---
title: Thesis
model: rehearsal/atlas
stage: thesis
iteration: 1
type: thesis
template_version: 1
lineage: ${folder}/rehearsal~2fatlas_1_thesis.md
sources: []
chunks: 1
complete: true
finish: stop
tokens:
  input: 100
  output: 20
  estimated: false
cost: "1250"
cost_unit: millionths of a dollar
sha256: ${sha256(markdown)}
chunk_sha256:
  - ${sha256(markdown)}
---

${markdown}`);
  });

  it("saves the chunk once, however often the job runs", async () => {
    const sample = await sampleSession(t.database);
    const chunk = await sampleChunk(sample);
    const first = await save(sample, chunk);
    expect(await save(sample, { ...chunk, text: "Another answer, of a second call." })).toEqual(first);
    expect(await rows(sample, "contributions")).toHaveLength(1);
    expect(await rows(sample, "documents")).toHaveLength(1);
    const { rows: told } = await sample.db.tx((db) =>
      sql`select from events where kind = 'document.created'`.execute(db),
    );
    expect(told).toHaveLength(1);
  });

  it("keeps the chunks of a cut-off text in _work, and creates the document with the last chunk", async () => {
    const sample = await sampleSession(t.database);
    const said = "The loading dock opens at six in the morning, ";
    const first = await save(
      sample,
      await sampleChunk(sample, { last: false, finishReason: "length", text: `# Plan\n\n${said}` }),
    );
    expect(first.document).toBeNull();
    expect(await rows(sample, "documents")).toHaveLength(0);
    const second = await sampleChunk(sample, {
      rootId: first.rootId,
      chunk: 1,
      last: false,
      finishReason: "interrupted",
      text: `${said}not before`,
    });
    await save(sample, second);
    // The last chunk repeats the word that was cut off.
    const last = await sampleChunk(sample, { rootId: first.rootId, chunk: 2, text: "before that.\n" });
    const saved = await save(sample, last);
    expect(await save(sample, last)).toEqual(saved);
    expect(saved).toMatchObject({
      rootId: first.rootId,
      document: { path: `${folder}/rehearsal~2fatlas_1_thesis.md` },
    });
    const [document] = await rows<{ markdown: string; chunks: number; file: string }>(sample, "documents");
    expect(document).toMatchObject({ markdown: `# Plan\n\n${said}not before that.\n`, chunks: 3 });
    expect(document?.file).toContain("tokens:\n  input: 300\n  output: 60\n");
    const chunks = await rows<{ path: string; raw_path: string; prompt_path: string; n: number }>(
      sample,
      "contributions",
    );
    expect(chunks.map((row) => row.path)).toEqual(
      [0, 1, 2].map((k) => `${folder}/_work/rehearsal~2fatlas_1_thesis_continuation_${k}.md`),
    );
    expect(chunks[2]).toMatchObject({
      n: 1,
      raw_path: `${folder}/raw_responses/rehearsal~2fatlas_1_thesis_continuation_2_raw.json`,
    });
  });

  it("puts a blank line before artifacts that a further request added", async () => {
    const sample = await sampleSession(t.database);
    const first = await save(sample, await sampleChunk(sample, { last: false, text: "# Plan\n\nBuild." }));
    await save(sample, await sampleChunk(sample, { rootId: first.rootId, chunk: 1, text: "# Claims\n\n- C: Yes." }));
    const [document] = await rows<{ markdown: string }>(sample, "documents");
    expect(document?.markdown).toBe("# Plan\n\nBuild.\n\n# Claims\n\n- C: Yes.\n");
  });

  it("notes in the document that the text was cut off at the output limit, even inside a code block", async () => {
    const sample = await sampleSession(t.database);
    await save(sample, await sampleChunk(sample, { finishReason: "length", text: "# Plan\n\n```ts\nconst a =" }));
    const [document] = await rows<{ markdown: string; file: string }>(sample, "documents");
    expect(document?.markdown).toBe(
      "# Plan\n\n```ts\nconst a =\n```\n\n> **Incomplete:** the text was cut off here (length) after one request. Nothing follows.\n",
    );
    expect(document?.file).toContain("complete: false\nfinish: length\n");
  });

  it("numbers contributions of one model and stage that would otherwise have the same name", async () => {
    const sample = await sampleSession(t.database);
    const { rootId: thesis } = await save(sample, await sampleChunk(sample));
    const again = await save(sample, await sampleChunk(sample, { workKey: "propose:atlas:2" }));
    expect(again.document?.path).toBe(`${folder}/rehearsal~2fatlas_2_thesis.md`);
    const cut = { last: false, finishReason: "length" };
    for (const n of [3, 4]) {
      const { rootId } = await save(sample, await sampleChunk(sample, cut));
      const end = await save(sample, await sampleChunk(sample, { rootId, chunk: 1 }));
      expect(end.document?.path).toBe(`${folder}/rehearsal~2fatlas_${n}_thesis.md`);
    }
    const other = await save(sample, await sampleChunk(sample, { model: "rehearsal/briar" }));
    expect(other.document?.path).toBe(`${folder}/rehearsal~2fbriar_1_thesis.md`);

    const critique = (lineageId: ContributionId) =>
      sampleChunk(sample, { stage: "antithesis", outputType: "antithesis", lineageId, sourceIds: [lineageId] }).then(
        (chunk) => save(sample, chunk),
      );
    const paths = [];
    for (const about of [thesis, other.rootId, again.rootId]) paths.push((await critique(about)).document?.path);
    expect(paths).toEqual([
      "session_0a1b2c3d/iteration_1/2_antithesis/rehearsal~2fatlas_critiquing_rehearsal~2fatlas_1_antithesis.md",
      "session_0a1b2c3d/iteration_1/2_antithesis/rehearsal~2fatlas_critiquing_rehearsal~2fbriar_1_antithesis.md",
      "session_0a1b2c3d/iteration_1/2_antithesis/rehearsal~2fatlas_critiquing_rehearsal~2fatlas_2_antithesis.md",
    ]);
  });

  it("gives a second proposal and every text about it the number two, whichever is finished first", async () => {
    const sample = await sampleSession(t.database);
    const propose = async (proposal: number) =>
      save(sample, await sampleChunk(sample, { proposal, workKey: `propose:atlas#${proposal}` }));
    const second = await propose(2);
    const first = await propose(1);
    const third = await propose(2);
    expect([second, first, third].map((one) => one.document?.path.at(-"1_thesis.md".length))).toEqual(["2", "1", "3"]);
    const about = { stage: "antithesis", outputType: "antithesis" };
    const critique = async ({ rootId }: typeof first, workKey: string) => {
      const of = { lineageId: rootId, sourceIds: [rootId], workKey };
      return (await save(sample, await sampleChunk(sample, { ...about, ...of }))).document?.path;
    };
    const paths = [await critique(second, "on 2"), await critique(first, "on 1"), await critique(third, "on 2")];
    expect(paths.map((path) => path?.at(-"1_antithesis.md".length))).toEqual(["2", "1", "3"]);
  });

  it("gives different numbers to contributions of the same name that are saved concurrently", async () => {
    const sample = await sampleSession(t.database);
    const chunks = await Promise.all(
      [1, 2, 3, 4].map((key) => sampleChunk(sample, { workKey: `propose:atlas:${key}` })),
    );
    const saved = await Promise.all(chunks.map((chunk) => save(sample, chunk)));
    expect(saved.map((one) => one.document?.path).sort()).toEqual(
      [1, 2, 3, 4].map((n) => `${folder}/rehearsal~2fatlas_${n}_thesis.md`),
    );
  });

  it("names the intermediate texts of a synthesis by their sources, and writes lineage and sources into the file", async () => {
    const sample = await sampleSession(t.database, { stages: ["thesis", "antithesis", "synthesis"] });
    const thesis = await save(sample, await sampleChunk(sample));
    const antithesis = await save(
      sample,
      await sampleChunk(sample, {
        stage: "antithesis",
        outputType: "antithesis",
        model: "rehearsal/briar",
        lineageId: thesis.rootId,
        sourceIds: [thesis.rootId],
      }),
    );
    const merged = { stage: "synthesis", intermediate: true, lineageId: thesis.rootId };
    const pairwise = await save(
      sample,
      await sampleChunk(sample, {
        ...merged,
        outputType: "pairwise_synthesis",
        sourceIds: [thesis.rootId, antithesis.rootId],
      }),
    );
    const work = "session_0a1b2c3d/iteration_1/3_synthesis/_work";
    expect(pairwise.document?.path).toBe(
      `${work}/rehearsal~2fatlas_from_rehearsal~2fatlas+rehearsal~2fbriar_1_pairwise_synthesis_chunk.md`,
    );
    const reduced = await save(
      sample,
      await sampleChunk(sample, { ...merged, outputType: "reduced_synthesis", sourceIds: [pairwise.rootId] }),
    );
    expect(reduced.document?.path).toBe(
      `${work}/rehearsal~2fatlas_reducing_${thesis.rootId.slice(-8)}_1_reduced_synthesis.md`,
    );
    const file = (await rows<{ file: string; path: string }>(sample, "documents")).find(
      (one) => one.path === pairwise.document?.path,
    )?.file;
    expect(file).toContain(
      `lineage: ${thesis.document?.path}\nsources:\n  - ${thesis.document?.path}\n  - ${antithesis.document?.path}\n`,
    );
  });

  it("names combined texts by their work orders, whichever is finished first", async () => {
    const combined = async (workKeys: string[]) => {
      const sample = await sampleSession(t.database, { stages: ["thesis", "merge"] });
      const { rootId } = await save(sample, await sampleChunk(sample));
      const made = {
        stage: "merge",
        intermediate: true,
        outputType: combinedType,
        lineageId: null,
        sourceIds: [rootId],
      };
      const paths = new Map<string, string | undefined>();
      for (const workKey of workKeys)
        paths.set(workKey, (await save(sample, await sampleChunk(sample, { ...made, workKey }))).document?.path);
      return paths;
    };
    const keys = ["combine:merge:0f.1.1", "combine:merge:0f.1.2"];
    const paths = await combined(keys);
    expect(new Set(paths.values()).size).toBe(2);
    for (const path of paths.values()) expect(path).toMatch(/_work\/rehearsal~2fatlas_combining_thesis_[0-9a-f]{8}_1_/);
    expect(await combined(keys.toReversed())).toEqual(paths);
  });

  it("numbers a custom stage by its position in the process", async () => {
    const sample = await sampleSession(t.database, { stages: ["thesis", "review", "sign-off"] });
    const saved = await save(
      sample,
      await sampleChunk(sample, { stage: "sign-off", outputType: "sign_off", lineageId: null }),
    );
    expect(saved.document?.path).toBe("session_0a1b2c3d/iteration_1/3_sign-off/rehearsal~2fatlas_1_sign~5foff.md");
  });

  it("replaces characters that the database cannot store", async () => {
    const sample = await sampleSession(t.database);
    await save(sample, await sampleChunk(sample, { text: "# A\n\na\0b\ud800c", raw: "\0", prompt: "\0" }));
    expect(await rows(sample, "contributions")).toMatchObject([
      { text: "# A\n\na\ufffdb\ufffdc", raw: "\ufffd", prompt: "\ufffd" },
    ]);
  });

  it("finds neither the session nor the first chunk of another user", async () => {
    const sample = await sampleSession(t.database);
    const stranger = await sampleSession(t.database);
    const { rootId } = await save(sample, await sampleChunk(sample, { last: false, finishReason: "length" }));
    const stolen = await sampleChunk(stranger, { rootId, chunk: 1 });
    await expect(save(stranger, stolen)).rejects.toMatchObject({ code: "not_found" });
    const chunk = await sampleChunk(stranger);
    const foreign = { ...chunk, job: { ...chunk.job, sessionId: sample.sessionId } };
    await expect(save(stranger, foreign)).rejects.toMatchObject({ code: "not_found" });
    await expect(
      save(sample, await sampleChunk(sample, { rootId: newId<ContributionId>(), chunk: 1 })),
    ).rejects.toMatchObject({ code: "not_found" });
  });
});
