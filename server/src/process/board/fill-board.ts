import type { CardId, SessionId } from "@dialectic/contract";
import { isRehearsal, readDocument, type Status } from "#documents";
import { newId, type Tx } from "#platform";
import * as store from "./board.store.ts";
import { cardFile } from "./text/card-file.ts";
import { readChecklist } from "./text/checklist.ts";
import { type Checklist, parseWorkPlan } from "./text/parse-work-plan.ts";

const rehearsalNote = "*A rehearsal model wrote this offline: good for trials, but not a source of judgement.*";

type At = { sessionId: SessionId; iteration: number; stage: string };

/**
 * Adds the work plan of an iteration to Pending; a second call changes nothing. Existing cards are never changed: if the
 * plan now breaks a milestone down differently, a new card supersedes the old one.
 */
export async function fillBoard(db: Tx, at: At): Promise<{ added: number }> {
  const plan = await readPlan(db, at);
  if (!plan) return { added: 0 };
  const added = new Map<string, CardId>();
  for (const one of plan.checklists) {
    if (plan.standing.some((card) => card.milestone === one.milestone && card.body === one.body)) continue;
    added.set(one.milestone, (await plan.add(one)).id);
  }
  await supersede(db, plan.standing, { added, statuses: plan.statuses, iteration: at.iteration });
  return { added: added.size };
}

/** The current text of an iteration's plan, and the existing cards. Locks the board, because cards are numbered in order. */
export async function readPlan(db: Tx, at: At) {
  const last = await store.lastDocument(db, at);
  if (!last) return null;
  await store.lockBoard(db, last.project_id);
  const { artifacts, entries } = readDocument(last.markdown);
  const workPlan = artifacts.find(({ key }) => key === "work-plan")?.body ?? "";
  const note = isRehearsal(last.models) ? rehearsalNote : undefined;
  let number = await store.nextNumber(db, last.project_id);
  return {
    note,
    checklists: parseWorkPlan(workPlan, { note }),
    statuses: entries.get("updated-master-plan")?.statuses ?? [],
    standing: await store.cardsOfSession(db, at.sessionId),
    /** Adds a card to Pending and gives it the next number. */
    async add({ milestone, title, body }: Checklist): Promise<{ id: CardId; number: number }> {
      const items = readChecklist(body).map((item) => ({ ...item, done: false }));
      const card = { id: newId<CardId>(), iteration: at.iteration, number: number++, milestone, title, body, items };
      const { path, file } = cardFile({ ...card, column: "pending", sessionShortId: last.short_id, source: last.path });
      await store.insertCard(db, {
        ...{ ...card, path, file },
        owner_id: last.owner_id,
        project_id: last.project_id,
        session_id: at.sessionId,
        source_id: last.contribution_id,
      });
      return card;
    },
  };
}

/**
 * Supersedes cards whose milestone has a new card or no longer applies, except complete cards. Superseded cards stay in their
 * column.
 */
async function supersede(
  db: Tx,
  standing: readonly store.CardRow[],
  {
    added,
    statuses,
    iteration,
  }: { added: ReadonlyMap<string, CardId>; statuses: readonly Status[]; iteration: number },
): Promise<void> {
  for (const { id, milestone, board_column, dropped_at } of standing) {
    if (board_column === "complete" || dropped_at) continue;
    const by = added.get(milestone) ?? null;
    const status = statuses.find((one) => one.milestone === milestone);
    if (by) {
      await store.supersedeCard(db, {
        id,
        by,
        because: `Iteration ${iteration} breaks ${milestone} down differently.`,
      });
    } else if (status?.mark === "-") {
      await store.supersedeCard(db, { id, by: null, because: status.reason || `${milestone} no longer applies.` });
    }
  }
}
