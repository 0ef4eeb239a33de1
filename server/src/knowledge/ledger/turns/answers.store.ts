import type { BundleId, ProjectId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import { newId, type Tx } from "#platform";

/** The id of a question that asks for a key of an item. */
export const itemQuestion = (key: string, itemId: string): string => `${key}@${itemId}`;

/** Reads the key and the item from the id of a question about an item; null for any other id. */
export function readItemQuestion(id: string): { key: string; itemId: string | undefined } | null {
  const [, key, itemId] = /^(item\.[^@]+)@([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(id) ?? [];
  return key ? { key, itemId } : null;
}

type Answer = { key: string; itemId?: string | undefined; quick?: string | undefined; text: string };

export async function insertKeyAnswers(
  db: Tx,
  input: { projectId: ProjectId; ownerId: UserId; bundleId: BundleId; answers: readonly Answer[] },
): Promise<void> {
  if (input.answers.length === 0) return;
  await db
    .insertInto("key_answers")
    .values(
      input.answers.map(({ key, itemId, quick, text }) => ({
        id: newId(),
        owner_id: input.ownerId,
        project_id: input.projectId,
        bundle_id: input.bundleId,
        key,
        item_id: itemId ?? null,
        quick: quick ?? null,
        text: text.replaceAll("\0", "\uFFFD").toWellFormed(),
      })),
    )
    .execute();
}

/**
 * The newest answer to each question: its quick answer (YES, NO, IDK or IRRELEVANT), or null if it was given only in words.
 */
export async function newestAnswers(
  db: Tx,
  projectId: ProjectId,
): Promise<{ question: string; quick: string | null }[]> {
  const { rows } = await sql<{ question: string; quick: string | null }>`
    select distinct on (question) question, quick
    from (
      select case when key like 'item.%' and item_id is not null then key || '@' || item_id else key end as question,
        quick, answered_at, id
      from key_answers
      where project_id = ${projectId}) answers
    order by question, answered_at desc, id desc`.execute(db);
  return rows;
}
