import type { UserId } from "@dialectic/contract";
import { sql } from "kysely";
import { type Database, newId, type Tx } from "#platform";

/** States in which a session needs a person, each with the kinds of inbox items that result from it. */
const needing = {
  "paused by the user": ["paused"],
  "short of funds": ["funds"],
  "asks for approval": ["approval"],
  failed: ["failed"],
  waiting: ["submit", "questions"],
  "between stages": ["start"],
} as const;
/** States in which a session needs no one. */
const settled = ["finished", "running", "never started", "archived", "cancelled", "answered and submitted"] as const;

type State = keyof typeof needing | (typeof settled)[number];
type Row = { n: number; name: string; state: State; project: string; session: string; root: string; child: string };

export type FilledInbox = {
  /** The items that the inbox must list, as "kind: project", in alphabetical order. */
  expected: string[];
  projects: number;
};

/**
 * Creates projects of one user in all states. `needing` of them have inbox items. Rows are inserted in bulk, but the
 * status of jobs is changed as the engine does it, so that triggers set the statuses of stages and sessions.
 */
export async function fillInbox(
  database: Database,
  userId: UserId,
  count: { needing: number; settled: number },
): Promise<FilledInbox> {
  const states = Object.keys(needing) as (keyof typeof needing)[];
  const make = (n: number, state: State): Row => ({
    n,
    state,
    name: `Project ${String(n).padStart(4, "0")}, ${state}`,
    project: newId(),
    session: newId(),
    root: newId(),
    child: newId(),
  });
  const rows = [
    ...Array.from({ length: count.needing }, (_, n) => make(n + 1, states[n % states.length] ?? "failed")),
    ...Array.from({ length: count.settled }, (_, n) =>
      make(count.needing + n + 1, settled[n % settled.length] ?? "finished"),
    ),
  ];
  await database.asOwner(async (db) => {
    await insertSessions(db, userId, rows);
    await moveJobs(db);
    await insertDocuments(db, userId);
    await sql`drop table filling`.execute(db);
  });
  const expected = rows.flatMap(({ state, name }) =>
    state in needing ? needing[state as keyof typeof needing].map((kind) => `${kind}: ${name}`) : [],
  );
  return { expected: expected.toSorted(), projects: rows.length };
}

async function insertSessions(db: Tx, userId: UserId, rows: readonly Row[]): Promise<void> {
  await sql`
    create temporary table filling on commit drop as
    select given.*, (select id from process_templates where key = 'brief' and owner_id is null order by version desc limit 1) as process
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as given (n int, name text, state text, project uuid, session uuid, root uuid, child uuid)`.execute(db);
  await sql`
    insert into projects (id, owner_id, name, slug, brief, brief_name, process)
    select project, ${userId}, name, 'project-' || n, name || '. ' || repeat('A brief of some length. ', 100), 'brief.md', 'brief'
    from filling`.execute(db);
  await sql`
    insert into sessions (id, owner_id, project_id, short_id, process_template_id, models, lead_model, status, current_stage)
    select session, ${userId}, project, right(session::text, 8), process, '{rehearsal/atlas}', 'rehearsal/atlas',
      case state when 'never started' then 'ready' else 'running' end, 'thesis'
    from filling`.execute(db);
  await sql`
    insert into jobs (id, owner_id, kind, project_id, session_id, stage, iteration, label)
    select root, ${userId}, 'plan', project, session, 'thesis', 1, 'Thesis' from filling where state <> 'never started'`.execute(
    db,
  );
  await sql`
    insert into jobs (id, owner_id, kind, project_id, session_id, stage, iteration, label, work_key, parent_id)
    select child, ${userId}, 'execute', project, session, 'thesis', 1, 'atlas''s thesis', 'thesis:atlas', root
    from filling where state <> 'never started'`.execute(db);
  await sql`
    insert into stage_runs (id, owner_id, session_id, iteration, stage, root_job_id, seed_prompt, expected)
    select new_id(), ${userId}, session, 1, 'thesis', root, '', '[]' from filling where state <> 'never started'`.execute(
    db,
  );
}

/** Changes the status of jobs as workers and people do: jobs are leased, and then paused, failed, completed or cancelled. */
async function moveJobs(db: Tx): Promise<void> {
  const move = (job: "root" | "child", states: readonly State[], change: ReturnType<typeof sql>) =>
    sql`update jobs set ${change} from filling f
      where jobs.id = f.${sql.ref(job)} and f.state = any (${[...states]}::text[])`.execute(db);
  const ended: State[] = ["waiting", "between stages", "finished", "archived", "answered and submitted"];
  const worked: State[] = [...ended, "failed", "short of funds", "asks for approval"];
  const claimed = sql`status = 'processing', lease_owner = 'w', lease_expires_at = now() + interval '1 hour'`;
  await move("root", worked, claimed);
  await move("root", worked, sql`status = 'waiting_for_children'`);
  await move("child", worked, claimed);
  await move("child", ["short of funds"], sql`status = 'paused', pause_reason = 'funds'`);
  await move("child", ["asks for approval"], sql`status = 'paused', pause_reason = 'approval'`);
  await sql`
    insert into wallet_payment_waits (owner_id, job_id, reason, amount)
    select j.owner_id, j.id, j.pause_reason, 300000 + f.n
    from jobs j join filling f on f.child = j.id
    where j.pause_reason in ('funds', 'approval')`.execute(db);
  await move("child", ended, sql`status = 'completed'`);
  const tried = sql`jsonb_build_object('at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'attempt', 1)`;
  await move(
    "child",
    ["failed"],
    sql`status = 'failed', error = jsonb_build_object('code', 'provider_refused', 'message', 'The provider refused request ' || f.n || '.') || ${tried}`,
  );
  await move(
    "root",
    ["failed"],
    sql`status = 'failed', ended_by = f.child, error = '{"code": "child_failed", "message": "A child failed."}' || ${tried}`,
  );
  await move("root", ended, sql`status = 'completed'`);
  await move("child", ["paused by the user"], sql`status = 'paused', pause_reason = 'user'`);
  await move("root", ["paused by the user"], sql`status = 'paused', pause_reason = 'user'`);
  await move("child", ["cancelled"], sql`status = 'cancelled'`);
  await move("root", ["cancelled"], sql`status = 'cancelled'`);
  const submitted: State[] = ["between stages", "finished", "answered and submitted"];
  await sql`
    update stage_runs set submitted_at = now() from filling f
    where stage_runs.session_id = f.session and f.state = any (${submitted}::text[])`.execute(db);
  await sql`
    update sessions
    set status = case f.state when 'between stages' then 'ready' when 'archived' then 'archived' else 'iteration_complete' end,
      archived_from = case f.state when 'archived' then 'awaiting_feedback' end,
      current_stage = case f.state when 'between stages' then 'antithesis' else current_stage end
    from filling f
    where sessions.id = f.session and f.state = any (${[...submitted, "archived"]}::text[])`.execute(db);
}

/**
 * Inserts a document with two questions for every written stage. In stages that were submitted, the questions are answered.
 */
async function insertDocuments(db: Tx, userId: UserId): Promise<void> {
  const written = sql`filling where state in ('waiting', 'between stages', 'finished', 'archived', 'answered and submitted')`;
  await sql`
    insert into contributions (id, owner_id, project_id, session_id, iteration, stage, job_id, step_key, work_key, model, output_type,
      intermediate, template_version, root_id, chunk, n, text, prompt, raw, finish_reason, input_tokens, output_tokens,
      tokens_estimated, path, raw_path, prompt_path)
    select child, ${userId}, project, session, 1, 'thesis', child, 'propose', 'thesis:atlas', 'rehearsal/atlas', 'thesis', false, 1,
      child, 0, 1, 'Text', 'Prompt', '{}', 'stop', 1, 1, false, 'a.md', 'a.json', 'a_prompt.md'
    from ${written}`.execute(db);
  await sql`
    insert into documents (id, owner_id, project_id, session_id, iteration, stage, contribution_id, kind, title, model, intermediate,
      chunks, markdown, file, sha256, path)
    select root, ${userId}, project, session, 1, 'thesis', child, 'whole', 'Thesis', 'rehearsal/atlas', false, 1, 'Text', 'Text', '', 'a.md'
    from ${written}`.execute(db);
  await sql`
    insert into questions (session_id, number, owner_id, contribution_id, model, text, decides, otherwise)
    select session, number, ${userId}, child, 'rehearsal/atlas', 'Who decides on part ' || number || '?', '', ''
    from (select * from ${written}) filled cross join generate_series(1, 2) number`.execute(db);
  await sql`
    insert into document_checks (document_id, version, owner_id, claims, questions, warnings, reference_count, resolved_count)
    select root, 1, ${userId}, '{}', '{1,2}', '{}', 0, 0 from ${written}`.execute(db);
  await sql`
    insert into question_answers (id, session_id, number, owner_id, answer)
    select new_id(), session, number, ${userId}, 'We do.'
    from filling cross join generate_series(1, 2) number
    where state = 'answered and submitted'`.execute(db);
}
