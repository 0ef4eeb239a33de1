import type { ProjectId } from "@dialectic/contract";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "#platform";

/** A table that a model's SQL statements can read. */
export type QueryTable = {
  name: string;
  columns: readonly string[];
  /** Selects a project's rows, newest first, with their values in the order of the columns. */
  rows: (projectId: ProjectId) => RawBuilder<unknown>;
};

/** Longer texts are cut; a model can read them in full with the tools for documents and messages. */
const mostChars = 1_000;
const mostRows = 10_000;

const text = (column: string) => sql`left(${sql.ref(column)}, ${mostChars}::int)`;

export const queryTables: readonly QueryTable[] = [
  {
    name: "sessions",
    columns: ["id", "status", "current_stage", "iteration", "models", "lead_model", "created_at"],
    rows: (id) => sql`
      select id, status, current_stage, iteration, array_to_string(models, ', '), lead_model, created_at
      from sessions
      where project_id = ${id}
      order by created_at desc`,
  },
  {
    name: "stage_runs",
    columns: ["session_id", "iteration", "stage", "status", "started_at", "finished_at"],
    rows: (id) => sql`
      select r.session_id, r.iteration, r.stage, r.status, r.started_at, r.finished_at
      from stage_runs r join sessions s on s.id = r.session_id
      where s.project_id = ${id}
      order by r.started_at desc`,
  },
  {
    name: "documents",
    columns: ["id", "session_id", "iteration", "stage", "kind", "title", "model", "words", "version", "created_at"],
    rows: (id) => sql`
      select id, session_id, iteration, stage, kind, title, model, words, version, created_at
      from current_documents
      where project_id = ${id}
      order by created_at desc`,
  },
  {
    name: "claims",
    columns: ["session_id", "name", "model", "text"],
    rows: (id) => sql`
      select c.session_id, 'C' || c.number, c.model, ${text("c.text")}
      from claims c join sessions s on s.id = c.session_id
      where s.project_id = ${id}
      order by s.created_at desc, c.number`,
  },
  {
    name: "verdicts",
    columns: ["session_id", "claim", "model", "verdict", "because"],
    rows: (id) => sql`
      select v.session_id, 'C' || v.number, v.model, v.verdict, ${text("v.because")}
      from verdicts v join sessions s on s.id = v.session_id
      where s.project_id = ${id}
      order by s.created_at desc, v.number`,
  },
  {
    name: "questions",
    columns: ["session_id", "name", "model", "text", "answer", "answered_at"],
    rows: (id) => sql`
      select q.session_id, 'Q' || q.number, q.model, ${text("q.text")}, ${text("a.answer")}, a.answered_at
      from questions q join sessions s on s.id = q.session_id
      left join lateral (
        select answer, answered_at from question_answers
        where session_id = q.session_id and number = q.number
        order by answered_at desc limit 1
      ) a on true
      where s.project_id = ${id}
      order by s.created_at desc, q.number`,
  },
  {
    name: "cards",
    columns: ["number", "title", "milestone", "board_column", "created_at"],
    rows: (id) => sql`
      select number, title, milestone, board_column, created_at
      from board_cards
      where project_id = ${id} and dropped_at is null
      order by number desc`,
  },
  {
    name: "facts",
    columns: ["number", "item_id", "key", "statement", "status", "source", "quote", "created_at"],
    rows: (id) => sql`
      select number, item_id, key, ${text("statement")}, status, source_kind, quote, created_at
      from facts
      where project_id = ${id}
      order by number desc`,
  },
  {
    name: "items",
    columns: ["id", "name", "status", "created_at"],
    rows: (id) => sql`
      select id, name, status, created_at
      from project_items
      where project_id = ${id}
      order by created_at desc`,
  },
  {
    name: "item_values",
    columns: ["item_id", "key", "value"],
    rows: (id) => sql`
      select item_id, key, ${text("text")}
      from item_values
      where project_id = ${id}
      order by item_id, key, number`,
  },
  {
    name: "item_lines",
    columns: ["item_id", "kind", "name", "quantity", "unit", "unit_price", "currency"],
    rows: (id) => sql`
      select item_id, kind, name, quantity::float8, unit, unit_price::float8, currency
      from item_lines
      where project_id = ${id}
      order by item_id, position`,
  },
  {
    name: "calls",
    columns: ["session_id", "stage", "model", "outcome", "input_tokens", "output_tokens", "cost_millionths", "at"],
    rows: (id) => sql`
      select session_id, stage, model, outcome, input_tokens, output_tokens, cost, at
      from model_calls
      where project_id = ${id}
      order by at desc`,
  },
  {
    name: "exchanges",
    columns: ["conversation", "number", "status", "model", "asked", "summary", "spend_millionths", "started_at"],
    rows: (id) => sql`
      select c.title, e.number, e.status, e.model, ${text("e.user_text")}, e.summary, e.spend, e.started_at
      from exchanges e join conversations c on c.id = e.conversation_id
      where c.project_id = ${id}
      order by e.started_at desc`,
  },
];

/**
 * Returns at most 10,000 rows of the project, and whether there are more. Reads only rows that the acting user may see.
 */
export async function selectRows(
  db: Tx,
  { table, projectId }: { table: QueryTable; projectId: ProjectId },
): Promise<{ rows: unknown[][]; isCut: boolean }> {
  const columns = sql.join(table.columns.map((name) => sql.ref(name)));
  const { rows } = await sql<{ row: unknown[] }>`
    select json_build_array(${columns}) as row
    from (${table.rows(projectId)}) as t (${columns})
    limit ${mostRows + 1}::int`.execute(db);
  return { rows: rows.slice(0, mostRows).map(({ row }) => row), isCut: rows.length > mostRows };
}
