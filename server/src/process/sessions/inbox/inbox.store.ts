import { type InboxKind, inboxKinds } from "@dialectic/contract";
import { type RawBuilder, sql } from "kysely";
import { type Cursor, cursorAt, type Tx } from "#platform";
import { common, needs } from "./needs.store.ts";

export type InboxRow = {
  id: string;
  kind: InboxKind;
  subject: string;
  project_id: string | null;
  project_name: string | null;
  session_id: string | null;
  stage: string | null;
  stage_name: string | null;
  iteration: number | null;
  since: string;
  cursor: string;
  data: Record<string, unknown>;
  details: Record<string, unknown> | null;
};

type Page = { rows: InboxRow[]; counts: Partial<Record<InboxKind, number>> };
type Wanted = { kind: InboxKind | null; limit: number; before: Cursor | null };

/** The additional data of each kind of item, read only for the rows of one page. `n` is the alias of the row. */
const details: Partial<Record<InboxKind, RawBuilder<unknown>>> = {
  approval: sql`
    select jsonb_build_object('label', coalesce(j.label, j.kind), 'model', j.model) from jobs j where j.id = n.subject`,
  funds: sql`
    select jsonb_build_object('cap', b.cap::text) from wallet_budgets b where b.subject_id = n.session_id`,
  paused: sql`
    select jsonb_build_object('label', coalesce(j.label, j.kind),
      'isStage', exists (select from stage_runs r where r.root_job_id = j.id))
    from jobs j
    where j.id = n.subject`,
  failed: sql`
    select jsonb_build_object('label', label, 'code', code, 'message', message)
    from root_cause((n.data ->> 'rootJobId')::uuid)`,
  "job-failed": sql`
    select jsonb_build_object('kind', j.kind, 'label', j.label, 'code', cause.code, 'message', cause.message)
    from jobs j
    cross join root_cause(j.id) cause
    where j.id = n.subject`,
  submit: sql`
    select jsonb_build_object(
      'questions', (select jsonb_array_length(q.data -> 'numbers') from need q where q.id = 'questions:' || n.subject),
      'claims', (select jsonb_array_length(c.data -> 'numbers') from need c where c.id = 'claims:' || n.subject),
      'findings', (
        select sum((f.data ->> 'count')::int)
        from need f
        where f.kind = 'findings' and f.session_id = n.session_id and f.stage = n.stage and f.iteration = n.iteration))`,
  start: sql`
    select jsonb_build_object('expected', quoted ->> 'expected')
    from sessions s
    cross join jsonb_array_elements(s.quote -> 'stages') quoted
    where s.id = n.session_id and s.iteration = 1 and quoted ->> 'stage' = n.stage`,
  questions: sql`
    select jsonb_build_object('first', q.text)
    from questions q
    where q.session_id = n.session_id and q.number = (n.data -> 'numbers' ->> 0)::int`,
  claims: sql`
    select jsonb_build_object('first', c.text)
    from claims c
    where c.session_id = n.session_id and c.number = (n.data -> 'numbers' ->> 0)::int`,
  findings: sql`
    select jsonb_build_object('title', f.title, 'model', f.model, 'code', f.code, 'artifact', f.artifact, 'details', f.details)
    from open_findings f
    where f.document_id = n.subject
    order by f.id
    limit 1`,
  card: sql`
    select jsonb_build_object('number', b.number, 'title', b.title, 'column', b.board_column,
      'why', case when b.file_lost_at is null then 'unplanned' else 'file-lost' end)
    from board_cards b
    where b.id = n.subject`,
};

const allNeeds = sql.join(
  inboxKinds.map(
    (kind) =>
      sql`select ${sql.lit(kind)} as kind, ${sql.lit(`${kind}:`)} || subject as id, of_kind.* from (${needs[kind]}) of_kind`,
  ),
  sql` union all `,
);
const detailsByKind = sql.join(
  Object.entries(details).map(([kind, query]) => sql`when ${sql.lit(kind)} then (${query})`),
  sql` `,
);

/** One page of items, newest first, and the number of items of each kind. */
export async function selectInbox(db: Tx, { kind, limit, before }: Wanted): Promise<Page> {
  const wanted = [
    ...(kind ? [sql`kind = ${kind}`] : []),
    ...(before ? [sql`(since, id) < (${before.at}::timestamptz, ${before.id}::text)`] : []),
    sql`true`,
  ];
  const { rows } = await sql<{ rows: InboxRow[]; counts: Page["counts"] }>`
    with ${common},
    need as materialized (${allNeeds}),
    page as (
      select * from need where ${sql.join(wanted, sql` and `)} order by since desc, id desc limit ${limit})
    select
      (select coalesce(jsonb_object_agg(kind, count), '{}')
        from (select kind, count(*) from need group by kind) counted) as counts,
      (select coalesce(jsonb_agg(to_jsonb(n) || jsonb_build_object('since', n.since::text, 'cursor', ${cursorAt(sql`n.since`, sql`n.id`)}, 'project_name', p.name,
          'stage_name', named.name, 'details', case n.kind ${detailsByKind} end) order by n.since desc, n.id desc), '[]')
        from page n
        left join projects p on p.id = n.project_id
        left join sessions s on s.id = n.session_id
        left join stages named on named.process_template_id = s.process_template_id and named.key = n.stage) as rows`.execute(
    db,
  );
  return rows[0] ?? { rows: [], counts: {} };
}
