import type { BundleId, ProjectId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import { newId, type Tx } from "#platform";

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

/** The newest quick answer to each key of the project. */
export async function newestAnswers(db: Tx, projectId: ProjectId): Promise<{ key: string; quick: string | null }[]> {
  const { rows } = await sql<{ key: string; quick: string | null }>`
    select distinct on (key) key, quick
    from key_answers
    where project_id = ${projectId} and item_id is null
    order by key, answered_at desc, id desc`.execute(db);
  return rows;
}
