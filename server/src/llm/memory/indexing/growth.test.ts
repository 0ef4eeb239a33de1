import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { joinTransaction, type Tx } from "#platform";
import { engines, type TestDatabase, testDatabase } from "#test";
import * as embeddings from "../embed/embeddings.store.ts";
import { addOwner, type Owner } from "../memory.fixture.ts";
import { indexText } from "./index-text.ts";
import { indexTurns } from "./index-turns.ts";
import * as sources from "./sources.store.ts";

const model = "embedded/test";

/** Texts of about six passages, all different. */
const textOf = (name: string): string =>
  Array.from(
    { length: 6 },
    (_, n) => `## Part ${n}\n\nThe ${name} hedge ${n} was cut in year ${n}. ${"It grows. ".repeat(8)}`,
  ).join("\n\n");

/** Counts the rows and index entries of memory's tables that this transaction has read so far. */
async function readSoFar(db: Tx): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid))::int as read
    from pg_class
    where starts_with(relname, 'memory_') and relkind in ('r', 'i')`.execute(db);
  return rows[0]?.read ?? 0;
}

const reading = async (db: Tx, act: () => Promise<unknown>): Promise<number> => {
  const before = await readSoFar(db);
  await act();
  return (await readSoFar(db)) - before;
};

type Read = Record<string, number>;

/** Indexes a text and a conversation, and returns how many rows each step reads. */
async function live(db: Tx, owner: Owner, name: string) {
  const ctx = { db: joinTransaction(db, owner.userId), embedder: null };
  const about = { key: `text:${name}`, kind: "text", projectId: owner.projectId } as const;
  const vector = Array.from({ length: 8 }, (_, n) => n - 3.5);
  const read: Read = {};
  let sourceId = 0n;
  read.added = await reading(db, async () => {
    ({ sourceId } = await indexText(ctx, { ...about, text: textOf(name) }));
  });
  read.part = await reading(db, () =>
    indexText(ctx, { ...about, key: `part:${name}`, kind: "part", text: textOf(name) }),
  );
  read.bare = await reading(db, async () => {
    await embeddings.linkKnown(db, { sourceId, model });
    const bare = await embeddings.selectBare(db, { sourceId, model, limit: 100 });
    await embeddings.insertEmbeddings(db, {
      model,
      embeddings: bare.map(({ contentHash }) => ({ contentHash, vector })),
    });
  });
  read.embedded = await reading(db, async () => {
    await embeddings.linkKnown(db, { sourceId, model });
    expect(await embeddings.selectBare(db, { sourceId, model, limit: 100 })).toEqual([]);
    await embeddings.finishEmbedding(db, { sourceId, model });
  });
  read.due = await reading(db, () => embeddings.selectDue(db, { model, sourceId }));
  read.relexed = await reading(db, async () => {
    const words = await sources.selectWords(db, sourceId);
    await sources.updateWords(db, {
      sourceId,
      language: "simple",
      words: words.map(({ pos, body }) => ({ pos: String(pos), lexical: body })),
    });
  });
  read.replaced = await reading(db, () => indexText(ctx, { ...about, text: textOf(`${name} other`) }));
  const turns = Array.from({ length: 10 }, (_, n) => ({ id: `t${n}`, text: `${name} said ${n}` }));
  const conversationId = crypto.randomUUID();
  read.turns = await reading(db, () => indexTurns(ctx, { conversationId, turns }));
  read.appended = await reading(db, () =>
    indexTurns(ctx, { conversationId, turns: [{ id: "t10", text: `${name} said more` }] }),
  );
  read.changed = await reading(db, () =>
    indexTurns(ctx, { conversationId, turns: [{ id: "t4", text: `${name} said otherwise` }] }),
  );
  return read;
}

/** Adds many more texts with vectors, in a few statements. */
async function fill(db: Tx, { projectId }: Owner): Promise<void> {
  await sql`
    with made as (
      insert into memory_sources (owner_id, key, kind, project_id, content_hash, lexed_as, embedded_as)
      select acting_user(), 'filling:' || n, 'text', ${projectId}, 'x', 'x', ${model} from generate_series(1, 250) n
      returning memory_sources as source),
    passages as (
      select jsonb_agg(jsonb_build_object('start', n, 'end', n + 1, 'context', '', 'body', 'Filled.', 'lexical', 'filled',
        'contentHash', 'filled')) as passages
      from generate_series(1, 4) n)
    select add_passages(source, 0, 'english', passages) from made, passages`.execute(db);
  await sql`
    insert into memory_embeddings (owner_id, model, content_hash, embedding)
    select acting_user(), ${model}, 'filled ' || pos, '[1,2,3,4,5,6,7,8]' from memory_passages where body = 'Filled.'`.execute(
    db,
  );
  await sql`
    insert into memory_vectors (pos, model, owner_id, source_id, embedding_id, signs)
    select c.pos, e.model, c.owner_id, c.source_id, e.id, binary_quantize(e.embedding)
    from memory_passages c, lateral (
      select * from memory_embeddings own
      where own.owner_id = c.owner_id and own.model = ${model} and own.content_hash = 'filled ' || c.pos offset 0) e`.execute(
    db,
  );
}

describe.each(engines)("indexing on %s", (engine) => {
  let t: TestDatabase;
  let owner: Owner;
  beforeAll(async () => {
    t = await testDatabase(engine);
    owner = await addOwner(t.database);
    // Autovacuum is off, so that PostgreSQL gathers statistics only when the test asks for them.
    await t.database.asOwner(async (db, script) => {
      const { rows } = await sql<{ name: string }>`
        select relname as name from pg_class where starts_with(relname, 'memory_') and relkind = 'r'`.execute(db);
      for (const { name } of rows) await script(`alter table ${name} set (autovacuum_enabled = off)`);
    });
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it("reads no more rows per text after hundreds of texts than after a few", { timeout: 120_000 }, async () => {
    const once = (name: string) => owner.db.tx((db) => live(db, owner, name));
    // After seven executions PostgreSQL has switched to generic plans and keeps them.
    let few: Read = {};
    for (let n = 0; n < 7; n += 1) few = await once(`few ${n}`);
    await owner.db.tx((db) => fill(db, owner));
    const read = { kept: await once("by plans made when there was little"), unknown: {}, known: {} };
    await t.database.asOwner((db) => sql`discard plans`.execute(db));
    read.unknown = await once("by new plans, without statistics");
    await t.database.asOwner((db) => sql`analyze`.execute(db));
    read.known = await once("by new plans, with statistics");
    const grown = Object.entries(read).flatMap(([when, steps]) =>
      Object.entries(steps)
        .filter(([step, rows]) => rows > 1.5 * (few[step] ?? 0))
        .map((step) => [when, ...step]),
    );
    expect(grown).toEqual([]);
  });
});
