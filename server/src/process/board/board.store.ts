import type { BoardColumn, CardId, ContributionId, ProjectId, Quote, SessionId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";
import type { ChecklistItem } from "./text/checklist.ts";

export type CardRow = {
  id: CardId;
  owner_id: UserId;
  project_id: ProjectId;
  session_id: SessionId;
  iteration: number;
  number: number;
  milestone: string;
  title: string;
  body: string;
  items: ChecklistItem[];
  board_column: BoardColumn;
  source_id: ContributionId;
  source_path: string;
  short_id: string;
  path: string;
  file: string;
  synced: string | null;
  file_lost_at: Date | null;
  dropped_at: Date | null;
  superseded_by: CardId | null;
  superseded_because: string | null;
  /** Set when a person kept the card although the plan no longer contains its work. */
  kept_at: Date | null;
};

const card = sql`
  select b.*, d.path as source_path, s.short_id
  from board_cards b
  join documents d on d.contribution_id = b.source_id and d.kind = 'whole'
  join sessions s on s.id = b.session_id`;
const onBoard = sql`where b.dropped_at is null`;

export async function cardsOf(db: Tx, projectId: ProjectId): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`${card} ${onBoard} and b.project_id = ${projectId} order by b.number`.execute(db);
  return rows;
}

/** Cards that are no longer on the board but may still have files. */
export async function droppedCardsOf(db: Tx, projectId: ProjectId): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    ${card} where b.dropped_at is not null and b.project_id = ${projectId} order by b.number`.execute(db);
  return rows;
}

/** Includes cards that a person dropped, so that the plan does not add them again. */
export async function cardsOfSession(db: Tx, sessionId: SessionId): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`${card} where b.session_id = ${sessionId} order by b.number`.execute(db);
  return rows;
}

/** Locks the card until the transaction ends, so that two concurrent ticks are both kept. */
export async function lockCard(db: Tx, id: CardId): Promise<CardRow | undefined> {
  const { rows } = await sql<CardRow>`${card} ${onBoard} and b.id = ${id} for no key update of b`.execute(db);
  return rows[0];
}

export async function hasProject(db: Tx, id: ProjectId): Promise<boolean> {
  const { rows } = await sql`select from projects where id = ${id}`.execute(db);
  return rows.length > 0;
}

/** Locks the board while card numbers are assigned or the whole board is synced. */
export async function lockBoard(db: Tx, projectId: ProjectId): Promise<boolean> {
  const { rows } = await sql`select from projects where id = ${projectId} for no key update`.execute(db);
  return rows.length > 0;
}

/** Numbers of dropped cards are not used again. */
export async function nextNumber(db: Tx, projectId: ProjectId): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(number), 0) + 1 as next from board_cards where project_id = ${projectId}`.execute(db);
  return rows[0]?.next ?? 1;
}

export async function insertCard(
  db: Tx,
  {
    items,
    ...row
  }: Pick<
    CardRow,
    | "id"
    | "owner_id"
    | "project_id"
    | "session_id"
    | "iteration"
    | "number"
    | "milestone"
    | "title"
    | "body"
    | "items"
    | "source_id"
    | "path"
    | "file"
  >,
): Promise<void> {
  await db
    .insertInto("board_cards")
    .values({ ...row, items: JSON.stringify(items) })
    .execute();
}

/** Saves a card's column and ticks, the only content of a card that ever changes. */
export async function saveState(
  db: Tx,
  row: Pick<CardRow, "id" | "board_column" | "items" | "path" | "file">,
): Promise<void> {
  const { id, items, ...rest } = row;
  await db
    .updateTable("board_cards")
    .set({ ...rest, items: JSON.stringify(items) })
    .where("id", "=", id)
    .execute();
}

export async function saveSync(db: Tx, row: { id: CardId; synced: string | null; isLost: boolean }): Promise<void> {
  await sql`
    update board_cards
    set synced = ${row.synced}, file_lost_at = case when ${row.isLost}::boolean then coalesce(file_lost_at, now()) end
    where id = ${row.id}`.execute(db);
}

export async function dropCard(db: Tx, id: CardId): Promise<void> {
  await sql`update board_cards set dropped_at = now() where id = ${id}`.execute(db);
}

export async function supersedeCard(db: Tx, row: { id: CardId; by: CardId | null; because: string }): Promise<void> {
  await sql`
    update board_cards set superseded_by = ${row.by}, superseded_because = ${row.because}, superseded_at = now()
    where id = ${row.id} and superseded_because is null`.execute(db);
}

export type PlanRow = {
  contribution_id: ContributionId;
  path: string;
  markdown: string;
  owner_id: UserId;
  project_id: ProjectId;
  short_id: string;
  models: string[];
};

/** The document that an iteration ends with: the newest by the lead model or, if it wrote none, by another model. */
export async function lastDocument(
  db: Tx,
  at: { sessionId: SessionId; iteration: number; stage: string },
): Promise<PlanRow | undefined> {
  const { rows } = await sql<PlanRow>`
    select d.contribution_id, d.path, d.markdown, s.owner_id, s.project_id, s.short_id, s.models
    from current_documents d
    join contributions c on c.id = d.contribution_id
    join sessions s on s.id = d.session_id
    where d.session_id = ${at.sessionId} and d.iteration = ${at.iteration} and d.stage = ${at.stage}
      and d.kind = 'whole' and not d.intermediate
    order by d.model = s.lead_model desc, d.model, c.created_at desc, c.id desc
    limit 1`.execute(db);
  return rows[0];
}

/**
 * The board as files of the project's tree, in the order in which the work is to be done. Cards whose file was deleted
 * are left out.
 */
export async function boardFiles(
  db: Tx,
  projectId: ProjectId,
): Promise<{ title: string; path: string; text: string }[]> {
  const { rows } = await sql<{ title: string; path: string; text: string }>`
    select title, path, file as text
    from board_cards
    where project_id = ${projectId} and dropped_at is null and file_lost_at is null
    order by number`.execute(db);
  return rows;
}

/** Puts a superseded card back in force, regardless of the plan. */
export async function keepCard(db: Tx, id: CardId): Promise<void> {
  await sql`
    update board_cards
    set superseded_because = null, superseded_by = null, superseded_at = null, kept_at = coalesce(kept_at, now())
    where id = ${id}`.execute(db);
}

/** Notifies the owner that the card and its file had both changed and were merged. */
export const notifyMerged = (db: Tx, card: CardRow) => notify(db, card, "card.merged");

/** Notifies the owner that the card is offered: the owner has to keep or drop it. */
export const notifyOffered = (db: Tx, card: CardRow, why: "file-lost" | "unplanned") =>
  notify(db, card, "card.offered", { why });

/** Notifies the owner that the plan no longer contains a part of the card; the card stays as it is. */
export const notifyChanged = (db: Tx, card: CardRow, gone: readonly string[]) =>
  notify(db, card, "card.changed", { gone });

async function notify(db: Tx, card: CardRow, kind: string, more: object = {}): Promise<void> {
  const data = { cardId: card.id, number: card.number, title: card.title, column: card.board_column, ...more };
  await sql`
    select add_notification(${kind}, ${`${kind}:${card.id}:`} || extract(epoch from clock_timestamp()),
      ${JSON.stringify(data)}::jsonb, ${card.owner_id}, ${card.project_id}, ${card.session_id}, null, null)`.execute(
    db,
  );
}

/** Stores the progress text for the prompts of a further iteration, as it was when the iteration started. */
export async function insertIteration(
  db: Tx,
  row: {
    session_id: SessionId;
    iteration: number;
    owner_id: UserId;
    project_id: ProjectId;
    from_stage: string;
    progress: string;
    quote: Quote;
  },
): Promise<void> {
  await db
    .insertInto("iterations")
    .values({ ...row, quote: JSON.stringify(row.quote) })
    .execute();
}

/** The quotes of a session's further iterations. Iterations that started before quotes existed are left out. */
export async function iterationQuotes(db: Tx, sessionId: SessionId): Promise<{ iteration: number; quote: Quote }[]> {
  const { rows } = await sql<{ iteration: number; quote: Quote }>`
    select iteration, quote
    from iterations
    where session_id = ${sessionId} and quote is not null
    order by iteration`.execute(db);
  return rows;
}

export async function findProgress(db: Tx, at: { sessionId: SessionId; iteration: number }): Promise<string> {
  const { rows } = await sql<{ progress: string }>`
    select progress from iterations where session_id = ${at.sessionId} and iteration = ${at.iteration}`.execute(db);
  return rows[0]?.progress ?? "";
}
