import type { ConversationId, ProjectId } from "@dialectic/contract";
import { type RawBuilder, sql } from "kysely";
import { type Cursor, containsWords, cursorAt, examinedRows, lastExamined, place, placeOf, type Tx } from "#platform";

export type ConversationRow = {
  id: ConversationId;
  projectId: ProjectId | null;
  title: string;
  model: string;
  exchanges: number;
  messages: number;
  forkedFrom: ConversationId | null;
  summarizer: string | null;
  summary: string | null;
  spend: string;
  createdAt: Date;
  changedAt: Date;
};

const columns = sql`
  c.id, c.project_id as "projectId", c.title, c.model, c.exchanges, c.messages, c.forked_from as "forkedFrom", c.summarizer, c.summary,
  (select coalesce(sum(e.spend), 0)::text from exchanges e where e.conversation_id = c.id) as spend,
  c.created_at as "createdAt", c.changed_at as "changedAt"`;

type NewConversation = {
  id: ConversationId;
  projectId: ProjectId | null;
  title: string;
  model: string;
  forkedFrom: ConversationId | null;
  summarizer: string | null;
};

export async function insertConversation(db: Tx, row: NewConversation): Promise<void> {
  await db
    .insertInto("conversations")
    .values({
      id: row.id,
      owner_id: sql`acting_user()`,
      project_id: row.projectId,
      title: row.title,
      model: row.model,
      forked_from: row.forkedFrom,
      summarizer: row.summarizer,
    })
    .execute();
}

export async function selectConversation(db: Tx, id: ConversationId): Promise<ConversationRow | undefined> {
  const { rows } = await sql<ConversationRow>`
    select ${columns}
    from conversations c
    where c.id = ${id}`.execute(db);
  return rows[0];
}

/** The columns of a conversation that an exchange needs. Leaves out the spend, because that reads all exchanges. */
export async function selectPlace(
  db: Tx,
  id: ConversationId,
): Promise<{ projectId: ProjectId | null; model: string } | undefined> {
  const { rows } = await sql<{ projectId: ProjectId | null; model: string }>`
    select project_id as "projectId", model from conversations where id = ${id}`.execute(db);
  return rows[0];
}

export async function copyExchanges(
  db: Tx,
  { from, to, upTo }: { from: ConversationId; to: ConversationId; upTo: number },
): Promise<void> {
  await sql`select copy_exchanges(${from}, ${to}, ${upTo})`.execute(db);
}

export type ConversationFilter = {
  project?: ProjectId | undefined;
  search?: string | undefined;
  after?: Cursor | undefined;
};

/** Selects conversations in the order in which the list shows them: newest first. */
function inOrder(selected: RawBuilder<unknown>, { project, after }: ConversationFilter): RawBuilder<unknown> {
  const wanted = [
    ...(project ? [sql`project_id = ${project}`] : []),
    ...(after ? [sql`${place} < ${placeOf(after)}`] : []),
    sql`true`,
  ];
  return sql`
    select ${selected}
    from conversations
    where ${sql.join(wanted, sql` and `)}
    order by created_at desc, id desc`;
}

export async function pageOfConversations(
  db: Tx,
  { limit, search, ...filter }: ConversationFilter & { limit: number },
): Promise<(ConversationRow & { cursor: string })[]> {
  const { rows } = await sql<ConversationRow & { cursor: string }>`
    select ${columns}, ${cursorAt(sql`c.created_at`, sql`c.id`)} as cursor
    from (${inOrder(sql`*`, filter)} limit ${search ? examinedRows : limit}) c
    where ${search ? containsWords(sql`c.title`, search) : sql`true`}
    order by c.created_at desc, c.id desc
    limit ${limit}`.execute(db);
  return rows;
}

export const lastExaminedConversation = (db: Tx, filter: ConversationFilter): Promise<string | null> =>
  lastExamined(db, inOrder(sql`${cursorAt(sql`created_at`, sql`id`)} as cursor`, filter));
