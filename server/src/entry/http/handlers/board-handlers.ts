import type { BoardCard } from "@dialectic/contract";
import type { Ctx } from "#app";
import { decideCard, getBoard, moveCard, syncBoard, tickItem } from "#board";
import { quoteIteration, startIteration } from "#sessions";
import type { Handlers } from "./handler.ts";

/** If this process maintains the board's files, it syncs them after the commit, without delaying the answer. */
const told = <Input>(change: (ctx: Ctx, input: Input) => Promise<BoardCard>) => {
  return async (ctx: Ctx, input: Input): Promise<BoardCard> => {
    const card = await change(ctx, input);
    ctx.boardChanged(card.projectId);
    return card;
  };
};

/** Handlers of the board: the work that follows from a plan. */
export const boardHandlers = {
  getBoard,
  moveCard: told(moveCard),
  tickItem: told(tickItem),
  decideCard: told(decideCard),
  syncBoard,
  quoteIteration,
  startIteration,
} satisfies Partial<Handlers>;
