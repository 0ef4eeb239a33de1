import { MemoryKind } from "@dialectic/contract";
import { AppError, type UserDb } from "#platform";
import type { MemoryCtx } from "../ctx.ts";
import { vectorsBy } from "../embed/vectors-by.ts";
import type { Scope } from "../source.ts";
import { askAround, weightOfAround } from "./ask-around.ts";
import { considered, diversify } from "./diversify.ts";
import { addNearest, findByWords } from "./find-candidates.ts";
import { merge } from "./merge.ts";
import * as store from "./search.store.ts";
import { type SearchMethod, type Weighed, weigh } from "./weigh.ts";

export type Search = {
  /** Several questions are searched separately; a passage is ranked mainly by its best score. */
  questions: readonly string[];
  scope?: Scope;
  limit?: number;
  method?: SearchMethod;
  /** Ranks a passage lower if it repeats a better passage, or matches the same words of the question. */
  diverse?: boolean;
  /** Also searches for what is new or unusual about the topic, and for what contradicts it (`askAround`). */
  around?: boolean;
};

export type Hit = Omit<store.HitRow, "pos"> & {
  score: number;
  /** The parts of the score. A part is null if it cannot be computed (no common word, no embedding yet). */
  scores: { bm25: number | null; window: number | null; cosine: number | null };
};

const longestQuestion = 8_000;

/** Finds passages by words and meaning. Rows of other users are invisible. */
export async function searchMemory(ctx: MemoryCtx, input: Search): Promise<Hit[]> {
  const { limit = 10, method = "fusion", diverse = false, around = false } = input;
  // Parts of prompts are copies of documents, so they would only repeat hits.
  const scope: Scope = { ...input.scope, kinds: input.scope?.kinds ?? MemoryKind.options };
  const questions = input.questions.map((one) => one.slice(0, longestQuestion).toWellFormed().replaceAll("\0", " "));
  if (questions.length === 0) throw new AppError("invalid_input", "A search needs a question.");
  // The question is embedded, in a thread or by a provider, while the database searches for its words.
  const embedding = embedQuestions(ctx, questions, method);
  embedding.catch(() => undefined); // awaited below, unless the search for words fails first
  const byWords = await searchWords(ctx, { questions, scope, method, around });
  const vectors = await embedding;
  const found: Weighed[][] = [];
  for (const [index, { candidates, beside }] of byWords.entries()) {
    const vector = vectors?.[index];
    found.push(weigh(vector ? await addNearest(ctx.db, { found: candidates, vector, scope }) : candidates, method));
    found.push(...beside);
  }
  const ranked = merge(found);
  const best = diverse
    ? await pickDiverse(ctx.db, { ranked, limit, model: vectors?.[0]?.model })
    : ranked.slice(0, limit);
  return toHits(ctx.db, best);
}

type Asked = { questions: readonly string[]; scope: Scope; method: SearchMethod; around: boolean };

/** The candidates of each question and of its additional questions, found by words. */
async function searchWords(ctx: MemoryCtx, { questions, scope, method, around }: Asked) {
  if (method === "vectors") return questions.map(() => ({ candidates: [], beside: [] }));
  const byWords = method === "bm25" ? method : "window";
  const found: { candidates: store.Candidate[]; beside: Weighed[][] }[] = [];
  for (const question of questions) {
    const candidates = await findByWords(ctx.db, { question, scope });
    const beside: Weighed[][] = [];
    for (const other of around ? askAround(question) : [])
      beside.push(lighten(weigh(await findByWords(ctx.db, { question: other, scope }), byWords)));
    found.push({ candidates, beside });
  }
  return found;
}

const lighten = (found: readonly Weighed[]): Weighed[] =>
  found.map((one) => ({ ...one, score: one.score * weightOfAround, lexical: one.lexical * weightOfAround }));

/** Returns null if there is no embedder or there are no embeddings yet. The search then uses words only. */
async function embedQuestions(ctx: MemoryCtx, questions: readonly string[], method: SearchMethod) {
  const { embedder } = ctx;
  if (!embedder || method === "bm25" || method === "window") return null;
  const model = await ctx.db.tx((db) => store.selectModel(db), { single: true });
  if (model === null) return null;
  const vectors = await vectorsBy(model, { embedder, db: ctx.db, questions });
  return vectors?.map((numbers) => ({ model, numbers })) ?? null;
}

async function pickDiverse(
  db: UserDb,
  { ranked, limit, model }: { ranked: readonly Weighed[]; limit: number; model: string | undefined },
): Promise<Weighed[]> {
  const places = ranked.slice(0, Math.max(considered, limit)).map(({ pos }) => pos);
  if (model === undefined) return diversify(ranked, limit, new Map());
  return diversify(ranked, limit, await db.tx((tx) => store.selectSigns(tx, places, model), { single: true }));
}

async function toHits(db: UserDb, ranked: readonly Weighed[]): Promise<Hit[]> {
  if (ranked.length === 0) return [];
  const places = ranked.map(({ pos }) => pos);
  const rows = await db.tx((tx) => store.selectHits(tx, places), { single: true });
  const byPos = new Map(rows.map((row) => [row.pos, row]));
  return ranked.flatMap(({ pos, score, bm25, windowed, cosine }) => {
    const row = byPos.get(pos);
    if (!row) return [];
    const { pos: _, ...passage } = row;
    return [{ ...passage, score, scores: { bm25, window: windowed, cosine } }];
  });
}
