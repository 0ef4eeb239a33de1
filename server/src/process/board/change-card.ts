import type { BoardCard, BoardColumn, CardId } from "@dialectic/contract";
import { AppError, type Tx, type UserDb } from "#platform";
import * as store from "./board.store.ts";
import { type CardState, tickedOf } from "./card-state.ts";
import { toCard } from "./get-board.ts";
import { cardFile } from "./text/card-file.ts";

type BoardCtx = { db: UserDb };

export const moveCard = (ctx: BoardCtx, input: { cardId: CardId; column: BoardColumn }): Promise<BoardCard> =>
  changeCard(ctx, input.cardId, (db, card) =>
    applyState(db, card, { column: input.column, ticked: tickedOf(card.items) }),
  );

export const tickItem = (ctx: BoardCtx, input: { cardId: CardId; item: number; done: boolean }): Promise<BoardCard> =>
  changeCard(ctx, input.cardId, (db, card) => {
    if (!card.items[input.item - 1]) {
      throw new AppError("not_found", `${card.title} has ${card.items.length} items; there is no item ${input.item}.`);
    }
    const others = tickedOf(card.items).filter((number) => number !== input.item);
    const ticked = input.done ? [...others, input.item].sort((a, b) => a - b) : others;
    return applyState(db, card, { column: card.board_column, ticked });
  });

/**
 * Keeps or drops a card whose file was deleted, or whose work the plan no longer contains. The next sync writes the file of
 * a kept card again; a dropped card leaves the board. The row stays in either case.
 */
export const decideCard = (ctx: BoardCtx, input: { cardId: CardId; keep: boolean }): Promise<BoardCard> =>
  changeCard(ctx, input.cardId, async (db, card) => {
    const isSuperseded = card.superseded_because !== null;
    if (!card.file_lost_at && !isSuperseded) {
      throw new AppError(
        "invalid_input",
        `${card.title} is in the plan, and its file exists: there is nothing to decide.`,
      );
    }
    if (!input.keep) await store.dropCard(db, card.id);
    else if (isSuperseded) await store.keepCard(db, card.id);
    if (!card.file_lost_at) return input.keep ? { ...card, superseded_because: null, superseded_by: null } : card;
    await store.saveSync(db, { id: card.id, synced: null, isLost: false });
    return { ...card, synced: null, file_lost_at: null };
  });

async function changeCard(
  ctx: BoardCtx,
  id: CardId,
  change: (db: Tx, card: store.CardRow) => Promise<store.CardRow>,
): Promise<BoardCard> {
  return ctx.db.tx(async (db) => {
    const card = await store.lockCard(db, id);
    if (!card) throw new AppError("not_found", `There is no card ${id}.`, { remedies: [{ do: "see-board" }] });
    return toCard(await change(db, card));
  });
}

/** The session and the source document of a card, as its file names them. */
export const named = (card: store.CardRow) => ({ sessionShortId: card.short_id, source: card.source_path });

/** Sets a card's state and updates its file. Setting the current state changes nothing. */
export async function applyState(db: Tx, card: store.CardRow, state: CardState): Promise<store.CardRow> {
  const items = card.items.map((item, index) => ({ ...item, done: state.ticked.includes(index + 1) }));
  const changed = { ...card, board_column: state.column, items };
  const { path, file } = cardFile({ ...changed, ...named(card), column: state.column });
  if (path === card.path && file === card.file) return card;
  const row = { ...changed, path, file };
  const { id, board_column } = row;
  await store.saveState(db, { id, board_column, items, path, file });
  return row;
}
