import type { ContributionId, DocumentId, SessionId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

/** A document nobody has read yet, with what its prompt could give it. */
export type UnreadDocument = {
  id: DocumentId;
  owner_id: UserId;
  session_id: SessionId;
  contribution_id: ContributionId;
  model: string;
  lineage_id: ContributionId | null;
  lineage_model: string | null;
  source_count: number;
  markdown: string;
};

/**
 * The documents of these stages that a reader sees and that were not read yet, in the order in which their claims and questions
 * are numbered: by stage, by the place of the model in the session, by work key. Of several for one piece of work the newest.
 */
export async function unreadDocuments(
  db: Tx,
  input: { sessionId: SessionId; iteration: number; stages: readonly string[] },
): Promise<UnreadDocument[]> {
  const { rows } = await sql<UnreadDocument>`
    select id, owner_id, session_id, contribution_id, model, lineage_id, lineage_model, source_count, markdown
    from (
      select distinct on (c.stage, c.work_key)
        d.id, d.owner_id, d.session_id, d.contribution_id, c.model, c.lineage_id, origin.model as lineage_model, d.markdown,
        c.stage, c.work_key, array_position(s.models, c.model) as place,
        (select count(*)::int from contribution_sources where contribution_id = c.id) as source_count
      from documents d
      join contributions c on c.id = d.contribution_id
      join sessions s on s.id = c.session_id
      left join contributions origin on origin.id = c.lineage_id
      where d.kind = 'whole' and not d.intermediate and c.session_id = ${input.sessionId}
        and c.iteration = ${input.iteration} and c.stage = any (${[...input.stages]}::text[])
      order by c.stage, c.work_key, c.n desc
    ) newest
    where not exists (select from document_checks where document_id = newest.id)
    order by array_position(${[...input.stages]}::text[], stage), place nulls last, work_key collate "C"`.execute(db);
  return rows;
}

/** The numbers given so far, the largest of each kind; the session is locked while somebody counts on. */
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
  place: number;
  model: string;
  text: string;
};
export type ClaimRow = NumberedRow;
export type QuestionRow = NumberedRow & { decides: string; otherwise: string };
export type VerdictRow = Omit<NumberedRow, "place" | "text"> & { verdict: string; because: string; answers: string };
export type ScoreRow = {
  session_id: SessionId;
  owner_id: UserId;
  contribution_id: ContributionId;
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
  owner_id: UserId;
  paragraph: number;
  kind: string;
  number: number;
  resolved: boolean;
};
export type CheckRow = {
  document_id: DocumentId;
  owner_id: UserId;
  warnings: string[];
  reference_count: number;
  resolved_count: number;
};

/** Everything one document says, at once. */
export async function insertStatements(
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
  // As one value: a long document has more references than a statement has room for parameters.
  await sql`
    insert into document_references (document_id, owner_id, paragraph, kind, number, resolved)
    select document_id, owner_id, paragraph, kind, number, resolved
    from jsonb_to_recordset(${JSON.stringify(rows.references)}::jsonb)
      as given (document_id uuid, owner_id uuid, paragraph int, kind text, number int, resolved boolean)`.execute(db);
  await db.insertInto("document_checks").values(rows.check).execute();
}
