import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines, type TestDatabase, testDatabase } from "#test";
import { forgetSource } from "../indexing/forget-source.ts";
import { indexText } from "../indexing/index-text.ts";
import { indexTurns } from "../indexing/index-turns.ts";
import { addOwner, addProject, type Owner } from "../memory.fixture.ts";
import { findByWords } from "./find-candidates.ts";

/** Words with a realistic, uneven frequency, the same in every run. */
function sampleTurns(count: number): { id: string; text: string }[] {
  let state = 7;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const word = () => `w${"abcdefghij"[Math.floor(10 * next() ** 3)]}${"klmnopqrst"[Math.floor(10 * next() ** 2)]}x`;
  return Array.from({ length: count }, (_, n) => ({
    id: `t${n}`,
    text: Array.from({ length: 1 + Math.floor(next() * 40) }, word).join(" "),
  }));
}

type Row = { pos: bigint; lexemes: { lexeme: string; tf: number }[] };

async function storedRows(owner: Owner): Promise<Row[]> {
  const { rows } = await owner.db.tx((db) =>
    sql<Row>`
      select c.pos, jsonb_agg(jsonb_build_object('lexeme', lexeme, 'tf', cardinality(positions))) as lexemes
      from memory_passages c, unnest(c.lexemes)
      where positions is not null
      group by c.pos order by c.pos`.execute(db),
  );
  return rows;
}

const weights = new Map([
  [0, 1],
  [1, 0.5],
  [2, 0.25],
]);

/** Textbook BM25, over bags of words given as maps. */
function bm25(bags: Map<bigint, Map<string, number>>, documentFrequency: Map<string, number>, question: string[]) {
  const lengths = new Map([...bags].map(([pos, bag]) => [pos, [...bag.values()].reduce((sum, tf) => sum + tf, 0)]));
  const average = [...lengths.values()].reduce((sum, length) => sum + length, 0) / bags.size;
  return new Map(
    [...bags].map(([pos, bag]) => {
      const shares = question.map((word) => {
        const df = documentFrequency.get(word) ?? 0;
        const tf = bag.get(word) ?? 0;
        const idf = Math.log(1 + (bags.size - df + 0.5) / (df + 0.5));
        return (idf * tf * 1.9) / (tf + 0.9 * (0.6 + (0.4 * (lengths.get(pos) ?? 0)) / average));
      });
      return [pos, shares.reduce((sum, share) => sum + share, 0)];
    }),
  );
}

describe.each(engines)("the word index on %s", (engine) => {
  let t: TestDatabase;
  let owner: Owner;
  beforeAll(async () => {
    t = await testDatabase(engine);
    owner = await addOwner(t.database);
    const conversationId = owner.projectId;
    const turns = sampleTurns(150);
    // The messages are added in several batches, so that windows span batches. One changed message leaves a gap.
    for (const [from, to] of [
      [0, 1],
      [1, 3],
      [3, 60],
      [60, 150],
    ] as const) {
      await indexTurns(owner, { conversationId, turns: turns.slice(from, to) });
    }
    await indexTurns(owner, { conversationId, turns: [{ id: "t70", text: "wakx wakx wblx" }] });
    // Another user's words must not affect the scores.
    const other = await addOwner(t.database);
    await indexTurns(other, { conversationId, turns: turns.slice(0, 80) });
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it("gives passages, and their windows of neighbours, the scores of textbook BM25", async () => {
    const rows = await storedRows(owner);
    const bags = new Map(rows.map(({ pos, lexemes }) => [pos, new Map(lexemes.map(({ lexeme, tf }) => [lexeme, tf]))]));
    const df = new Map<string, number>();
    for (const bag of bags.values()) for (const word of bag.keys()) df.set(word, (df.get(word) ?? 0) + 1);
    const windows = new Map(
      rows.map(({ pos }) => {
        const bag = new Map<string, number>();
        for (const step of [-2, -1, 0, 1, 2]) {
          for (const [word, tf] of bags.get(pos + BigInt(step)) ?? []) {
            bag.set(word, (bag.get(word) ?? 0) + tf * (weights.get(Math.abs(step)) ?? 0));
          }
        }
        return [pos, bag];
      }),
    );
    for (const question of [["wakx"], ["wblx", "wjtx", "wcmx"], ["wakx", "wdnx", "wflx", "wbkx"]]) {
      const expected = bm25(bags, df, question);
      const expectedWindows = bm25(windows, df, question);
      const found = await findByWords(owner.db, { question: question.join(" "), scope: {} });
      expect(found.length).toBeGreaterThan(10);
      expect(new Set(found.filter((one) => one.bm25).map((one) => one.pos))).toEqual(
        new Set([...expected].filter(([, score]) => score > 0).map(([pos]) => pos)),
      );
      for (const one of found) {
        expect(one.bm25).toBeCloseTo(expected.get(one.pos) ?? 0, 9);
        // Window lengths are stored in single precision.
        expect(one.windowed).toBeCloseTo(expectedWindows.get(one.pos) ?? 0, 5);
      }
    }
  });

  it("has the postings of all passages, and no postings of removed sources", async () => {
    const gone = await addOwner(t.database);
    const about = { kind: "text", projectId: gone.projectId } as const;
    await indexText(gone, { ...about, key: "replaced", text: "wakx wblx" });
    await indexText(gone, { ...about, key: "replaced", text: "wcmx" });
    await indexText(gone, { ...about, key: "forgotten", text: "wdnx" });
    await forgetSource(gone, { key: "forgotten", projectId: gone.projectId });
    const other = await addProject(gone.db);
    await indexText(gone, { ...about, key: "deleted", text: "wdnx", projectId: other });
    await gone.db.tx((db) => sql`select delete_project(${other})`.execute(db));
    const { rows } = await t.database.asOwner((db) =>
      sql<{ source: bigint; lexeme: string; postings: string }>`
        select source_id as source, lexeme, string_agg(postings, ' ' order by first_place) as postings
        from memory_postings group by 1, 2 order by 1, 2`.execute(db),
    );
    const { rows: expected } = await t.database.asOwner((db) =>
      sql`
        select source_id as source, lexeme collate "C" as lexeme,
          string_agg((pos & 1048575) || ' ' || cardinality(positions) || ' ' || length, ' ' order by pos) as postings
        from memory_passages, unnest(lexemes) group by 1, 2 order by 1, 2`.execute(db),
    );
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.at(-1)).toMatchObject({ lexeme: "wcmx", postings: "0 1 1" });
    expect(rows).toEqual(expected);
  });

  it("keeps the totals stored with a source equal to the sums over its passages", async () => {
    const { rows } = await owner.db.tx((db) =>
      sql<{ right: boolean; n: number }>`
        select s.passages as n, s.passages = count(*) and s.length = sum(c.length) and abs(s.window_length - sum(c.window_length)) < 0.01 as right
        from memory_sources s join memory_passages c on c.source_id = s.id group by s.id`.execute(db),
    );
    expect(rows).toEqual([{ n: 150, right: true }]);
  });
});
