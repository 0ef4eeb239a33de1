import type { DocumentId, MemoryKind, ProjectId, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";
import { asVector } from "./embed/embeddings.store.ts";
import type { Scope } from "./source.ts";

/** A chunk a question has found, before anything is weighed. What it does not have is null. */
export type Candidate = {
  pos: bigint;
  bm25: number | null;
  windowed: number | null;
  cosine: number | null;
  /** Words of the question by number, and what each gave to the windowed score. */
  words: number[] | null;
  shares: number[] | null;
};

export type Asked = {
  question: string;
  language: string;
  vector: { model: string; numbers: readonly number[] } | null;
  scope: Scope;
  depth: number;
};

export async function selectCandidates(db: Tx, input: Asked): Promise<Candidate[]> {
  const { scope, vector } = input;
  const { rows } = await sql<Candidate>`
    select pos, bm25, windowed, cosine, words, shares
    from memory_candidates(${input.question}, ${input.language}::regconfig,
      ${vector ? asVector(vector.numbers) : null}::halfvec, ${vector?.model ?? null},
      row(${scope.projectId ?? null}::uuid, ${scope.sessionId ?? null}::uuid, ${scope.documentId ?? null}::uuid,
        ${scope.conversationId ?? null}::uuid, ${scope.source ?? null}::text, ${scope.kinds ? [...scope.kinds] : null}::text[],
        ${scope.since ?? null}::timestamptz, ${scope.until ?? null}::timestamptz)::memory_scope, ${input.depth})`.execute(
    db,
  );
  return rows;
}

export type ChunkRow = {
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

/** The chunks themselves, by row-level security and primary key: a second wall behind the function's own. */
export async function selectChunks(db: Tx, places: readonly bigint[]): Promise<ChunkRow[]> {
  const { rows } = await sql<ChunkRow>`
    select c.pos, s.key as source, s.kind, s.project_id as "projectId", s.session_id as "sessionId",
      s.document_id as "documentId", s.conversation_id as "conversationId", c.ref, c.at,
      c.start_offset as start, c.end_offset as "end", c.context, c.body as text
    from memory_chunks c join memory_sources s on s.id = c.source_id
    where c.pos = any (${places.map(String)}::bigint[])`.execute(db);
  return rows;
}

/** The model whose embeddings this owner's searches go by. */
export async function selectModel(db: Tx): Promise<string | null> {
  const { rows } = await sql<{ model: string }>`select model from memory_models`.execute(db);
  return rows[0]?.model ?? null;
}

/** The signs of chunks' embeddings, as noughts and ones. */
export async function selectSigns(db: Tx, places: readonly bigint[], model: string): Promise<Map<bigint, string>> {
  const { rows } = await sql<{ pos: bigint; signs: string }>`
    select pos, signs::text as signs
    from memory_vectors
    where pos = any (${places.map(String)}::bigint[]) and model = ${model}`.execute(db);
  return new Map(rows.map(({ pos, signs }) => [pos, signs]));
}
