import type { DocumentId, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#platform";
import { engines, type TestDatabase, testDatabase } from "#test";
import { finishEmbedding, insertEmbeddings, linkKnown } from "./embed/embeddings.store.ts";
import { forgetSource } from "./indexing/forget-source.ts";
import { indexText } from "./indexing/index-text.ts";
import { indexTurns } from "./indexing/index-turns.ts";
import { addOwner, addProject, type Owner } from "./memory.fixture.ts";
import { type Search, searchMemory } from "./search/search-memory.ts";

const plan = `# Pop-up plan

## Venue

The hall on Dock Street holds three hundred guests and has two loading bays.

## Power

Two generators feed the stage; the electrician is Mirjam.

## Budget

The budget is ₪80,000, of which a third goes to the backdrop.
`;

const model = "embedded/same";
/** An embedder that gives all texts the same vector. */
const same = { model, embed: async (texts: readonly string[]) => texts.map(() => [1, 2]), close: async () => {} };

/** Gives every passage of an owner its vector, as the background job would. */
const giveVectors = (owner: Owner) =>
  owner.db.tx(async (db) => {
    const { rows: passages } = await sql<{ contentHash: string; sourceId: bigint }>`
      select content_hash as "contentHash", source_id as "sourceId" from memory_passages`.execute(db);
    const embeddings = passages.map(({ contentHash }) => ({ contentHash, vector: [1, 2] }));
    await insertEmbeddings(db, { model, embeddings });
    for (const { sourceId } of passages) {
      await linkKnown(db, { sourceId, model });
      await finishEmbedding(db, { sourceId, model });
    }
  });

describe.each(engines)("memory on %s", (engine) => {
  let t: TestDatabase;
  let owner: Owner;
  beforeAll(async () => {
    t = await testDatabase(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const fresh = async () => {
    owner = await addOwner(t.database);
    return owner;
  };
  const find = (question: string, rest: Partial<Search> = {}) =>
    searchMemory(owner, { questions: [question], ...rest });
  const texts = async (question: string, rest: Partial<Search> = {}) =>
    (await find(question, rest)).map(({ text }) => text.replace(/\s+/g, " "));

  it("finds a passage by its words, with source, position and the parts of its score", async () => {
    const { projectId } = await fresh();
    await indexText(owner, { key: "file:plan.md", kind: "file", text: plan, projectId });
    const [hit, ...others] = await find("Who is the electrician?", { limit: 3 });
    expect(hit).toMatchObject({ source: "file:plan.md", kind: "file", projectId, context: "Pop-up plan" });
    expect(plan.slice(hit?.start, hit?.end)).toBe(hit?.text);
    expect(hit?.text).toMatch(/^## Power/);
    expect(hit?.scores).toEqual({ bm25: expect.any(Number), window: expect.any(Number), cosine: null });
    // The neighbours of the passage are found as well, because their windows contain its words.
    expect(others.map(({ scores }) => scores.bm25)).toEqual([0, 0]);
  });

  it("skips an unchanged text, and replaces a changed text", async () => {
    await fresh();
    const input = { key: "file:plan.md", kind: "file" as const, text: plan };
    const first = await indexText(owner, input);
    expect(first).toMatchObject({ passages: 3, unchanged: false });
    expect(await indexText(owner, input)).toEqual({ ...first, unchanged: true });
    const { rows: before } = await owner.db.tx((db) => sql`select id from jobs`.execute(db));
    const other = await indexText(owner, { ...input, text: plan.replace("Mirjam", "Tomasz") });
    expect(other).toMatchObject({ passages: 3, replaced: 3 });
    expect(await texts("Mirjam")).toEqual([]);
    expect(await texts("Tomasz", { limit: 1 })).toEqual([expect.stringContaining("Tomasz")]);
    expect(before).toEqual([]);
    await forgetSource(owner, { key: "file:plan.md" });
    expect(await find("generators")).toEqual([]);
    await expect(forgetSource(owner, { key: "file:plan.md" })).rejects.toMatchObject({ code: "not_found" });
  });

  it("keeps messages of a conversation in order, and adds each once", async () => {
    await fresh();
    const conversationId = newId();
    const turns = [
      { id: "m1", speaker: "Noa", text: "What colour should the backdrop be?", at: new Date("2026-05-04T10:00:00Z") },
      { id: "m2", speaker: "Ben", text: "White, I think.", at: new Date("2026-05-04T10:01:00Z") },
      { id: "m3", speaker: "Noa", text: "And the chairs?", at: new Date("2026-06-09T09:00:00Z") },
    ];
    await indexTurns(owner, { conversationId, turns: turns.slice(0, 2) });
    await indexTurns(owner, { conversationId, turns });
    expect((await find("backdrop")).map(({ ref }) => ref)).toEqual(["m1", "m2", "m3"]);
    expect((await find("What did Ben say?", { limit: 1 }))[0]).toMatchObject({ ref: "m2", context: "Ben" });
    expect((await find("in June", { limit: 1 }))[0]).toMatchObject({ ref: "m3" });
    expect((await find("Noa", { scope: { since: new Date("2026-06-01") } })).map(({ ref }) => ref)).toEqual(["m3"]);
    expect((await find("Noa", { scope: { until: new Date("2026-06-01") } })).map(({ ref }) => ref)).toEqual(["m1"]);
    await indexTurns(owner, { conversationId, turns: [{ id: "m2", speaker: "Ben", text: "Black after all." }] });
    expect((await find("white")).map(({ ref }) => ref)).toEqual([]);
    expect((await find("black", { limit: 1 }))[0]).toMatchObject({ ref: "m2" });
  });

  it("limits a search to a project, session, document, conversation, source or kind", async () => {
    const { projectId } = await fresh();
    const otherProject = await addProject(owner.db);
    const documentId = newId<DocumentId>();
    const conversationId = newId();
    const text = "The marquee is rented.";
    const at = new Date("2026-05-04");
    await indexText(owner, { key: "a", kind: "document", text, projectId, documentId, at });
    await indexText(owner, { key: "b", kind: "file", text, projectId });
    await indexText(owner, { key: "b", kind: "file", text, projectId: otherProject });
    await indexText(owner, { key: "c", kind: "text", text });
    await indexTurns(owner, { conversationId, projectId, turns: [{ id: "m1", text }] });
    await giveVectors(owner);
    // The same limits apply to a search by words and to one by meaning alone.
    const sources = async (scope: NonNullable<Search["scope"]>) => {
      const ask = { questions: ["marquee"], scope };
      const namesOf = (hits: { source: string }[]) => hits.map(({ source }) => source).sort();
      const byWords = namesOf(await searchMemory(owner, ask));
      expect(namesOf(await searchMemory({ ...owner, embedder: same }, { ...ask, method: "vectors" }))).toEqual(byWords);
      return byWords;
    };
    const conversation = `conversation:${conversationId}`;
    expect(await sources({})).toEqual(["a", "b", "b", "c", conversation]);
    expect(await sources({ projectId })).toEqual(["a", "b", conversation]);
    expect(await sources({ projectId, kinds: ["file", "turn"] })).toEqual(["b", conversation]);
    expect(await sources({ documentId })).toEqual(["a"]);
    expect(await sources({ conversationId })).toEqual([conversation]);
    expect(await sources({ source: "b", projectId: otherProject })).toEqual(["b"]);
    expect(await sources({ sessionId: newId<SessionId>() })).toEqual([]);
    expect(await sources({ documentId, kinds: ["file"] })).toEqual([]);
    expect(await sources({ projectId, since: at })).toEqual(["a"]);
    expect(await sources({ documentId, projectId, kinds: ["document"], since: at, until: new Date() })).toEqual(["a"]);
    expect(await sources({ documentId, projectId: otherProject })).toEqual([]);
    expect(await sources({ projectId, until: at })).toEqual([]);
  });

  it("shows nothing to another user, and indexes nothing into another user's project", async () => {
    const mine = await fresh();
    await indexText(mine, { key: "a", kind: "text", text: plan, projectId: mine.projectId });
    const stranger = await fresh();
    expect(await find("generators")).toEqual([]);
    expect(await find("generators", { scope: { projectId: mine.projectId } })).toEqual([]);
    expect(await find("generators", { scope: { source: "a" } })).toEqual([]);
    await expect(
      indexText(stranger, { key: "b", kind: "text", text: "Mine.", projectId: mine.projectId }),
    ).rejects.toMatchObject({ code: "not_found" });
    const all = sql`row(null,null,null,null,null,null,null,null)::memory_scope`;
    const { rows } = await mine.db.tx((db) => sql<{ pos: bigint }>`select pos from memory_passages`.execute(db));
    const words = sql`select * from memory_words('generators', ${all})`;
    const nearest = sql`select * from memory_nearest('[1,2]', ${model}, ${all}, 10, ${rows.map(({ pos }) => String(pos))}::bigint[])`;
    const windows = sql`select from memory_windows(${rows.map(({ pos }) => String(pos))}::bigint[]) found where found is not null`;
    const postings = sql`select from memory_postings where lexeme = 'generat'`;
    await giveVectors(mine);
    const count = async (tx: typeof mine.db.tx) => [
      await tx(async (db) => (await words.execute(db)).rows.length),
      await tx(async (db) => (await postings.execute(db)).rows.length),
      await tx(async (db) => (await windows.execute(db)).rows.length),
      await tx(async (db) => (await nearest.execute(db)).rows.length),
    ];
    // 6: each of the three passages is found twice, as one of the nearest and as one of `others`.
    expect(await count(mine.db.tx)).toEqual([1, 1, 1, 6]);
    expect(await count(stranger.db.tx)).toEqual([0, 0, 0, 0]);
    expect(await count(t.database.asSystem)).toEqual([0, 0, 0, 0]);
  });

  it("finds words in other scripts, including those without spaces", async () => {
    await fresh();
    await indexText(owner, { key: "he", kind: "text", text: "הפסולת נאספת ביום שלישי. המנהל הוא יוסי." });
    await indexText(owner, { key: "zh", kind: "text", text: "舞台需要两台发电机。预算是八万。" });
    await indexText(owner, { key: "ja", kind: "text", text: "会場は港通りにあります。茶を出します。" });
    await indexText(owner, { key: "ru", kind: "text", text: "Сцена питается от генератора." });
    const sourceOf = async (question: string) => (await find(question)).map(({ source }) => source);
    expect(await sourceOf("יוסי")).toEqual(["he"]);
    expect(await sourceOf("发电机")).toEqual(["zh"]);
    expect(await sourceOf("港通り")).toEqual(["ja"]);
    expect(await sourceOf("茶")).toEqual(["ja"]);
    expect(await sourceOf("генератора")).toEqual(["ru"]);
    expect(await sourceOf("电发")).toEqual([]);
  });

  it("searches for several questions at once", async () => {
    await fresh();
    const yards = ["one", "two", "three"].map((n) => `The generator stands in yard ${n}, the generator is loud.`);
    for (const [index, text] of [...yards, "The permit comes from the harbour office."].entries()) {
      await indexText(owner, { key: `t${index}`, kind: "text", text });
    }
    const found = await searchMemory(owner, { questions: ["generator", "permit"], limit: 2 });
    expect(found.map(({ text }) => text.split(" ")[1]).sort()).toEqual(["generator", "permit"]);
  });

  it("indexes any text, but refuses one that contains NUL or is too long", async () => {
    await fresh();
    const index = (key: string, text: string) => indexText(owner, { key, kind: "text", text });
    expect(await index("torn", "before \uD800 sunset")).toMatchObject({ passages: 1 });
    expect((await find("sunset"))[0]).toMatchObject({ source: "torn", start: 0, end: 15 });
    expect(await index("empty", " \n")).toMatchObject({ passages: 0 });
    await expect(index("nul", "a\0b")).rejects.toMatchObject({ code: "invalid_input" });
    await expect(index("vast", "x".repeat(20_000_001))).rejects.toMatchObject({ code: "invalid_input" });
    expect(await find("' & | ! <-> \\ \0 \uDC00 ~o ':*")).toEqual([]);
    expect(await find("the of and")).toEqual([]);
    await expect(searchMemory(owner, { questions: [] })).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("has an index for every foreign key that deletes rows with their source, passage or embedding", async () => {
    const { rows } = await t.database.asOwner((db) =>
      sql`
        select k.conname
        from pg_constraint k
        where k.contype = 'f' and k.confdeltype = 'c'
          and k.conrelid in ('memory_passages'::regclass, 'memory_vectors'::regclass, 'memory_embeddings'::regclass)
          and not exists (
            select from pg_index i
            where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1] and i.indpred is null)`.execute(db),
    );
    expect(rows).toEqual([]);
  });

  it("indexes a long text in several batches, and never mixes the passages of two texts", async () => {
    await fresh();
    const text = Array.from({ length: 1_000 }, (_, n) => `## Part ${n}\n\nCabinet number${n}x stands here.`).join(
      "\n\n",
    );
    expect(await indexText(owner, { key: "long", kind: "document", text })).toMatchObject({ passages: 1_000 });
    for (const n of [0, 399, 400, 999]) {
      const [hit] = await find(`number${n}x`);
      expect(text.slice(hit?.start, hit?.end)).toContain(`Cabinet number${n}x`);
    }
    expect(await indexText(owner, { key: "long", kind: "document", text })).toMatchObject({ unchanged: true });

    // Two texts are indexed concurrently under one key. The last one to start wins, and no passage of the other
    // remains.
    const others = ["hinge", "latch"].map((word) => text.replaceAll("Cabinet", word));
    const both = await Promise.allSettled(
      others.map((other) => indexText(owner, { key: "long", kind: "document", text: other })),
    );
    for (const one of both) if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "conflict" });
    const { rows } = await owner.db.tx((db) =>
      sql<{ n: number; right: boolean }>`
        select count(*)::int as n, count(distinct substring(c.body from 'hinge|latch')) = 1 and s.passages = count(*) as right
        from memory_sources s join memory_passages c on c.source_id = s.id group by s.id`.execute(db),
    );
    expect(rows).toEqual([{ n: 1_000, right: true }]);

    // A source that is removed while it is being indexed is reported as an error.
    const { db } = owner;
    const cut: Owner = {
      ...owner,
      db: {
        ...db,
        tx: async (body, options) => {
          const result = await db.tx(body, options);
          await db.tx((tx) => sql`delete from memory_sources where content_hash like 'indexing:%'`.execute(tx));
          return result;
        },
      },
    };
    await expect(indexText(cut, { key: "long", kind: "document", text })).rejects.toMatchObject({ code: "not_found" });
    const { projectId } = owner;
    const gone = sql`select delete_project(${projectId})`;
    const deleting: Owner = {
      ...owner,
      db: {
        ...db,
        tx: async (body) => {
          const result = await db.tx(body);
          await db.tx((tx) => gone.execute(tx));
          return result;
        },
      },
    };
    const late = indexText(deleting, { key: "late", kind: "text", text: "Late.", projectId });
    await expect(late).rejects.toMatchObject({ code: "not_found" });
  });
});
