import type { ProjectId, SyncedBoard } from "@dialectic/contract";
import type { UserDb } from "#platform";
import * as store from "./board.store.ts";
import { tickedOf } from "./card-state.ts";
import { applyState, named } from "./change-card.ts";
import { type BoardFile, decideSync, type SyncCard, syncedState, type TooLarge } from "./decide-sync.ts";
import { noProject, toCard } from "./get-board.ts";
import { cardFile, cardName } from "./text/card-file.ts";

/**
 * Syncs the board with its files, which the caller has read, and returns the changes to make to the files. The caller makes
 * them, because the files may not be on the machine of the database.
 */
export async function syncBoard(
  ctx: { db: UserDb },
  input: {
    projectId: ProjectId;
    files: readonly BoardFile[];
    tooLarge?: readonly TooLarge[];
    fresh: boolean;
    known?: readonly string[] | undefined;
  },
): Promise<SyncedBoard> {
  return ctx.db.tx(async (db) => {
    if (!(await store.lockBoard(db, input.projectId))) throw noProject(input.projectId);
    const rows = await store.cardsOf(db, input.projectId);
    const dropped = (await store.droppedCardsOf(db, input.projectId)).map(toSyncCard);
    const standing = rows
      .map(toSyncCard)
      .map((one) => (input.known ? { ...one, wasSynced: input.known.includes(one.name) } : one));
    const { files, tooLarge = [], fresh: isFresh } = input;
    const decision = decideSync({ cards: standing, dropped, files, tooLarge, isFresh });
    const cards: store.CardRow[] = [];
    for (const [index, decided] of decision.cards.entries()) {
      const row = rows[index];
      if (!row) continue;
      const changed = await applyState(db, row, decided.state);
      const synced = syncedState(decided);
      if (synced !== row.synced || decided.isLost !== (row.file_lost_at !== null)) {
        await store.saveSync(db, { id: row.id, synced, isLost: decided.isLost });
      }
      if (decided.hasConflict) await store.notifyMerged(db, changed);
      if (decided.isLost && row.file_lost_at === null) await store.notifyOffered(db, changed, "file-lost");
      cards.push({ ...changed, synced, file_lost_at: decided.isLost ? (row.file_lost_at ?? new Date()) : null });
    }
    const { write, remove, notes } = decision;
    const seen = standing.filter((_, index) => decision.cards[index]?.isSeen).map(({ name }) => name);
    return { board: { projectId: input.projectId, cards: cards.map(toCard) }, write, remove, notes, seen };
  });
}

function toSyncCard(row: store.CardRow): SyncCard {
  return {
    id: row.id,
    name: cardName({ ...row, ...named(row) }),
    title: row.title,
    items: row.items,
    state: { column: row.board_column, ticked: tickedOf(row.items) },
    wasSynced: row.synced !== null,
    isLost: row.file_lost_at !== null,
    fileFor(state) {
      const items = row.items.map((item, index) => ({ ...item, done: state.ticked.includes(index + 1) }));
      const { path, file } = cardFile({ ...row, ...named(row), items, column: state.column });
      return { path, text: file };
    },
  };
}
