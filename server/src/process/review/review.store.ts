import type { ContributionId, DocumentId, SessionId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

/** A version of a document that was not collected yet. Its author could use only what existed at `as_of`. */
export type UnreadDocument = {
  id: DocumentId;
  version: number;
  owner_id: UserId;
  session_id: SessionId;
  contribution_id: ContributionId;
  model: string;
  lineage_id: ContributionId | null;
  lineage_model: string | null;
  /** The numbers of the documents in its prompt, and of the sources of the combined texts among them. */
  source_numbers: number[];
  markdown: string;
  as_of: string;
};

/**
 * The documents of a stage, in every version that was not collected yet, in the order in which their claims and questions
 * are to be numbered. Documents that existed when the stage was finished are sorted by the position of their model, then by
 * work key; versions written later are sorted by time. Empty for a stage that is neither finished nor ending.
 */
export async function unreadDocuments(
  db: Tx,
  input: { sessionId: SessionId; iteration: number; stage: string; isEnding: boolean },
): Promise<UnreadDocument[]> {
  const { rows } = await sql<UnreadDocument>`
    select d.id, text.version, d.owner_id, d.session_id, d.contribution_id, c.model, c.lineage_id, origin.model as lineage_model,
      array(
        select coalesce(one.number, source.position + 1)
        from contribution_sources source
        join contributions one on one.id = source.source_id
        where source.contribution_id = c.id
        union
        select one.number
        from contribution_sources source
        cross join combined_origins(source.source_id) origins
        join contributions one on one.id = origins.source_id
        where source.contribution_id = c.id and one.number is not null) as source_numbers,
      text.markdown,
      (case
        when text.version > 1 or text.written_at > run.finished_at then text.written_at else run.started_at
      end)::text as as_of
    from stage_runs run
    join sessions s on s.id = run.session_id
    join contributions c on c.session_id = run.session_id and c.iteration = run.iteration and c.stage = run.stage
    join documents d on d.contribution_id = c.id and d.kind = 'whole' and not d.intermediate
    left join contributions origin on origin.id = c.lineage_id
    cross join lateral (
      select 1 as version, d.markdown, d.created_at as written_at
      union all
      select v.version, v.markdown, v.edited_at from document_versions v where v.document_id = d.id) text
    where run.session_id = ${input.sessionId} and run.iteration = ${input.iteration} and run.stage = ${input.stage}
      and (${input.isEnding}::boolean or run.status = 'completed')
      and not exists (select from document_checks k where k.document_id = d.id and k.version = text.version)
    order by greatest(text.written_at, coalesce(run.finished_at, 'infinity')), text.version,
      array_position(s.models, c.model) nulls last, c.work_key collate "C"`.execute(db);
  return rows;
}

export type Numbered = { number: number; text: string };

/** The numbered claims and questions from earlier versions of a document. */
export async function numbersOf(db: Tx, id: ContributionId): Promise<{ claims: Numbered[]; questions: Numbered[] }> {
  const of = async (table: "claims" | "questions") =>
    (
      await sql<Numbered>`
        select number, text from ${sql.table(table)} where contribution_id = ${id} order by number`.execute(db)
    ).rows;
  return { claims: await of("claims"), questions: await of("questions") };
}

/** The questions of a contribution's session. A question has the same number in every document that asks it. */
export async function questionsBeside(db: Tx, id: ContributionId): Promise<Numbered[]> {
  const { rows } = await sql<Numbered>`
    select q.number, q.text
    from questions q
    join contributions c on c.session_id = q.session_id
    where c.id = ${id}
    order by q.number`.execute(db);
  return rows;
}

/** Every question of a session. */
export async function questionsAsked(db: Tx, sessionId: SessionId): Promise<Numbered[]> {
  const { rows } = await sql<Numbered>`
    select number, text from questions where session_id = ${sessionId} order by number`.execute(db);
  return rows;
}

/** The last number that was assigned to a claim, and to a question. The session is locked while numbers are assigned. */
export async function lastNumbers(db: Tx, sessionId: SessionId): Promise<{ claim: number; question: number }> {
  const { rows } = await sql<{ claim: number; question: number }>`
    select
      (select coalesce(max(number), 0) from claims where session_id = ${sessionId}) as claim,
      (select coalesce(max(number), 0) from questions where session_id = ${sessionId}) as question`.execute(db);
  return rows[0] ?? { claim: 0, question: 0 };
}

type NumberedRow = {
  session_id: SessionId;
  number: number;
  owner_id: UserId;
  contribution_id: ContributionId;
  model: string;
  text: string;
};
export type ClaimRow = NumberedRow;
export type QuestionRow = NumberedRow & { decides: string; otherwise: string };
export type VerdictRow = Omit<NumberedRow, "text"> & {
  version: number;
  verdict: string;
  because: string;
  answers: string;
};
export type ScoreRow = {
  session_id: SessionId;
  owner_id: UserId;
  contribution_id: ContributionId;
  version: number;
  proposal_id: ContributionId;
  place: number;
  criterion: string;
  weight: number | null;
  score: number;
  because: string;
  is_self: boolean;
};
export type ReferenceRow = {
  document_id: DocumentId;
  version: number;
  owner_id: UserId;
  paragraph: number;
  kind: string;
  number: number;
  resolved: boolean;
};
export type CheckRow = {
  document_id: DocumentId;
  version: number;
  owner_id: UserId;
  claims: number[];
  questions: number[];
  warnings: string[];
  reference_count: number;
  resolved_count: number;
};

/** Stores the review of one document, with one statement per table. */
export async function insertReview(
  db: Tx,
  rows: {
    claims: ClaimRow[];
    questions: QuestionRow[];
    verdicts: VerdictRow[];
    scores: ScoreRow[];
    references: ReferenceRow[];
    check: CheckRow;
  },
): Promise<void> {
  if (rows.claims.length > 0) await db.insertInto("claims").values(rows.claims).execute();
  if (rows.questions.length > 0) await db.insertInto("questions").values(rows.questions).execute();
  if (rows.verdicts.length > 0) await db.insertInto("verdicts").values(rows.verdicts).execute();
  if (rows.scores.length > 0) await db.insertInto("scores").values(rows.scores).execute();
  // References are passed as a single parameter, because a long document has more references than a statement can have
  // parameters.
  await sql`
    insert into document_references (document_id, version, owner_id, paragraph, kind, number, resolved)
    select document_id, version, owner_id, paragraph, kind, number, resolved
    from jsonb_to_recordset(${JSON.stringify(rows.references)}::jsonb)
      as given (document_id uuid, version int, owner_id uuid, paragraph int, kind text, number int, resolved boolean)`.execute(
    db,
  );
  await db.insertInto("document_checks").values(rows.check).execute();
}
