import { type DocumentId, MemoryKind, type ProjectId, type SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";
import { asVector } from "../embed/embeddings.store.ts";
import type { Scope } from "../source.ts";
import { parsePostings } from "./parse-postings.ts";
import type { FoundWord, Sums, WindowRow } from "./weigh-words.ts";

/** A candidate passage before weighing. Missing values are null. */
export type Candidate = {
  pos: bigint;
  bm25: number | null;
  windowed: number | null;
  cosine: number | null;
  /** The words of the question that the window contains, by index, and the contribution of each to the windowed score. */
  words: number[] | null;
  shares: number[] | null;
};

const asScope = (scope: Scope) => sql`
  row(${scope.projectId ?? null}::uuid, ${scope.sessionId ?? null}::uuid, ${scope.documentId ?? null}::uuid,
    ${scope.conversationId ?? null}::uuid, ${scope.source ?? null}::text, ${scope.kinds ? [...scope.kinds] : null}::text[],
    ${scope.since ?? null}::timestamptz, ${scope.until ?? null}::timestamptz)::memory_scope`;

type WordRow = { asked: number; postings: string } & Sums;

/**
 * The postings of a question's words. Numbers come as text, because drivers would convert thousands of them one by one.
 */
export async function selectWords(
  db: Tx,
  { question, scope }: { question: string; scope: Scope },
): Promise<{ words: FoundWord[]; sums: Sums }> {
  const { rows } = await sql<WordRow>`
    select asked, postings, passages, length, window_length as "windowLength"
    from memory_words(${question}, ${asScope(scope)})`.execute(db);
  const words = rows.map(({ asked, postings }) => ({ asked, ...parsePostings(postings) }));
  const [{ passages, length, windowLength } = { passages: 1, length: 1, windowLength: 1 }] = rows;
  return { words, sums: { passages, length, windowLength } };
}

/**
 * The passages of a scope within its dates, and their sums. The rarity of a word is computed from these passages only.
 */
export async function selectDated(db: Tx, scope: Scope): Promise<{ places: Set<number>; sums: Sums }> {
  const is = (column: string, value: string | undefined) =>
    value === undefined ? sql`true` : sql`s.${sql.ref(column)} = ${value}`;
  const { rows } = await sql<{ places: string } & Sums>`
    select coalesce(string_agg(c.pos::text, ' '), '') as places, count(*)::float8 as passages,
      coalesce(sum(c.length), 0)::float8 as length, coalesce(sum(c.window_length), 0)::float8 as "windowLength"
    from memory_sources s join memory_passages c on c.source_id = s.id
    where ${is("project_id", scope.projectId)} and ${is("session_id", scope.sessionId)}
      and ${is("document_id", scope.documentId)} and ${is("conversation_id", scope.conversationId)}
      and ${is("key", scope.source)} and s.kind = any (${[...(scope.kinds ?? MemoryKind.options)]}::text[])
      and c.at >= coalesce(${scope.since ?? null}::timestamptz, '-infinity')
      and c.at < coalesce(${scope.until ?? null}::timestamptz, 'infinity')`.execute(db);
  const [{ places, ...sums } = { places: "", passages: 0, length: 0, windowLength: 0 }] = rows;
  return { places: new Set(places === "" ? [] : asNumbers(places)), sums };
}

const asNumbers = (list: string): number[] => list.split(" ").map(Number);

export async function selectWindows(db: Tx, places: readonly number[]): Promise<WindowRow[]> {
  const { rows } = await sql<{ windows: string | null }>`
    select memory_windows(${`{${places.join(",")}}`}::text::bigint[]) as windows`.execute(db);
  const numbers = rows[0]?.windows ? asNumbers(rows[0].windows) : [];
  return Array.from({ length: numbers.length / 3 }, (_, row) => ({
    place: numbers[row * 3] ?? 0,
    isTurn: numbers[row * 3 + 1] === 1,
    windowLength: numbers[row * 3 + 2] ?? 0,
  }));
}

export type Near = {
  model: string;
  numbers: readonly number[];
  scope: Scope;
  depth: number;
  others: readonly bigint[];
};

/** The passages nearest to a vector, and the similarity of those found by their words. */
export async function selectNearest(db: Tx, input: Near): Promise<Map<bigint, number>> {
  const { rows } = await sql<{ pos: bigint; cosine: number }>`
    select pos, cosine
    from memory_nearest(${asVector(input.numbers)}::halfvec, ${input.model}, ${asScope(input.scope)}, ${input.depth},
      ${`{${input.others.join(",")}}`}::text::bigint[])`.execute(db);
  return new Map(rows.map(({ pos, cosine }) => [pos, cosine]));
}

export type HitRow = {
  pos: bigint;
  source: string;
  kind: MemoryKind;
  projectId: ProjectId | null;
  sessionId: SessionId | null;
  documentId: DocumentId | null;
  conversationId: string | null;
  ref: string | null;
  at: Date | null;
  start: number;
  end: number;
  context: string;
  text: string;
};

/** Reads passages by primary key. Row-level security checks their owner again, after the search functions have done so. */
export async function selectHits(db: Tx, places: readonly bigint[]): Promise<HitRow[]> {
  const { rows } = await sql<HitRow>`
    select c.pos, s.key as source, s.kind, s.project_id as "projectId", s.session_id as "sessionId",
      s.document_id as "documentId", s.conversation_id as "conversationId", c.ref, c.at,
      c.start_offset as start, c.end_offset as "end", c.context, c.body as text
    from memory_passages c join memory_sources s on s.id = c.source_id
    where c.pos = any (${places.map(String)}::bigint[])`.execute(db);
  return rows;
}

/** The model whose embeddings this owner's searches use. */
export async function selectModel(db: Tx): Promise<string | null> {
  const { rows } = await sql<{ model: string }>`select model from memory_models`.execute(db);
  return rows[0]?.model ?? null;
}

/** The signs of passages' embeddings, as zeros and ones. */
export async function selectSigns(db: Tx, places: readonly bigint[], model: string): Promise<Map<bigint, string>> {
  const { rows } = await sql<{ pos: bigint; signs: string }>`
    select pos, signs::text as signs
    from memory_vectors
    where pos = any (${places.map(String)}::bigint[]) and model = ${model}`.execute(db);
  return new Map(rows.map(({ pos, signs }) => [pos, signs]));
}
