import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { searchMemory } from "#memory";
import { engines, type TestDatabase, testDatabase } from "#test";
import { saveChunk } from "../contributions/save-chunk.ts";
import { type SampleSession, sampleChunk, sampleSession } from "../documents.fixture.ts";
import { addVersion } from "../edits/edit-document.ts";
import { indexAllDue, indexDue } from "./index-due.ts";
import { indexProject } from "./index-project.ts";

describe.each(engines)("documents in memory on %s", (engine) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await testDatabase(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const start = async () => ({ ...(await sampleSession(t.database, { stages: ["thesis"] })), embedder: null });
  type Ctx = SampleSession & { embedder: null };
  const write = async (ctx: Ctx, text: string, more: object = {}) => {
    const chunk = await sampleChunk(ctx, { text, ...more });
    const { rootId } = await ctx.db.tx((db) => saveChunk(db, chunk));
    const { rows } = await ctx.db.tx((db) =>
      sql<{ id: string }>`select id from documents where contribution_id = ${rootId} and kind = 'whole'`.execute(db),
    );
    return rows[0]?.id ?? "";
  };
  const find = async (ctx: Ctx, word: string) =>
    (await searchMemory(ctx, { questions: [word], scope: { projectId: ctx.projectId } })).map(({ source }) => source);

  it("are indexed before a search, in their current version, and are indexed again only if they have changed", async () => {
    const ctx = await start();
    const id = await write(ctx, "# Plan\n\nThe hornbeam comes from Lint.\n");
    expect(await find(ctx, "hornbeam")).toEqual([]);
    expect(await indexDue(ctx, ctx)).toBe(2);
    expect(await find(ctx, "hornbeam")).toEqual([`document:${id}`]);
    expect(await indexDue(ctx, ctx)).toBe(0);

    const edit = { documentId: id as never, markdown: "# Plan\n\nThe yew comes from Lint.\n", baseVersion: 1 };
    await ctx.db.tx((db) => addVersion(db, { ...edit, authorId: ctx.db.userId }));
    expect(await indexDue(ctx, ctx)).toBe(1);
    expect(await find(ctx, "hornbeam")).toEqual([]);
    expect(await find(ctx, "yew")).toEqual([`document:${id}`]);
  });

  it("are removed when a new document is written for the same work order", async () => {
    const ctx = await start();
    await write(ctx, "# Plan\n\nThe hornbeam comes from Lint.\n");
    await indexDue(ctx, ctx);
    const newer = await write(ctx, "# Plan\n\nThe yew comes from Lint.\n");
    await indexDue(ctx, ctx);
    expect(await find(ctx, "hornbeam")).toEqual([]);
    expect(await find(ctx, "yew")).toEqual([`document:${newer}`]);
  });

  it("include no drafts, except one that is requested", async () => {
    const ctx = await start();
    const draft = await write(ctx, "# Draft\n\nThe larch comes from Lint.\n", { intermediate: true });
    await indexDue(ctx, ctx);
    expect(await find(ctx, "larch")).toEqual([]);
    await indexDue(ctx, { documentId: draft as never });
    expect(await find(ctx, "larch")).toEqual([`document:${draft}`]);
  });

  it("are indexed for all users, by an idle server or on request", async () => {
    const [one, other] = [await start(), await start()];
    const id = await write(one, "# Plan\n\nThe alder comes from Lint.\n");
    await write(other, "# Plan\n\nThe alder comes from Mol.\n");
    await indexAllDue(t.database, { embedder: null });
    expect(await find(one, "alder")).toEqual([`document:${id}`]);
    expect(await find(other, "alder")).toHaveLength(1);
    expect(await indexProject(one, one)).toEqual([
      { source: "brief", passages: 2, unchanged: true, replaced: 0 },
      { source: `document:${id}`, passages: 1, unchanged: true, replaced: 0 },
    ]);
  });
});
