import type { ConversationId, ExchangeId, ProjectId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

export type SummaryScope = {
  /** The model that writes summaries; null if there is none. */
  summarizer: string | null;
  projectId: ProjectId | null;
};

type ExchangeToSummarize = SummaryScope & {
  conversationId: ConversationId;
  number: number;
  userText: string;
  answer: string;
};

export async function findExchange(db: Tx, id: ExchangeId): Promise<ExchangeToSummarize | undefined> {
  const { rows } = await sql<ExchangeToSummarize>`
    select c.summarizer, c.project_id as "projectId", c.id as "conversationId", e.number, e.user_text as "userText", e.answer
    from exchanges e
    join conversations c on c.id = e.conversation_id
    where e.id = ${id} and e.status = 'completed'`.execute(db);
  return rows[0];
}

/** Saves the summary, and marks the exchange for indexing again, so that a search finds it by its summary. */
export async function saveExchangeSummary(
  db: Tx,
  { exchangeId, summary }: { exchangeId: ExchangeId; summary: string },
): Promise<void> {
  await sql`
    update exchanges set summary = ${summary}, summarized_at = clock_timestamp(), indexed_at = null
    where id = ${exchangeId}`.execute(db);
}

type ConversationToSummarize = SummaryScope & {
  summary: string | null;
  /** Exchanges that the summary does not cover yet, oldest first. */
  exchanges: { number: number; userText: string; summary: string }[];
};

export async function findConversation(db: Tx, id: ConversationId): Promise<ConversationToSummarize | undefined> {
  const { rows } = await sql<ConversationToSummarize>`
    select c.summarizer, c.project_id as "projectId", c.summary,
      (select coalesce(jsonb_agg(jsonb_build_object('number', e.number, 'userText', left(e.user_text, 500), 'summary', e.summary)
         order by e.number), '[]')
       from exchanges e
       where e.conversation_id = c.id and e.status = 'completed' and e.number > c.summarized_to) as exchanges
    from conversations c
    where c.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Saves a summary unless the stored one covers as many exchanges or more, because jobs may finish in a different order
 * than they started.
 */
export async function saveConversationSummary(
  db: Tx,
  { conversationId, summary, upTo }: { conversationId: ConversationId; summary: string; upTo: number },
): Promise<void> {
  await sql`
    update conversations set summary = ${summary}, summarized_to = ${upTo}
    where id = ${conversationId} and summarized_to < ${upTo}`.execute(db);
}
