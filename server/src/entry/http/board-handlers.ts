import type { boardRoutes } from "@dialectic/contract";
import { decideCard, getBoard, moveCard, syncBoard, tickStep } from "#board";
import { startIteration } from "#sessions";
import type { Handlers } from "./handler.ts";

/** The work that follows from a plan. */
export const boardHandlers: Pick<Handlers, keyof typeof boardRoutes> = {
  getBoard,
  moveCard,
  tickStep,
  decideCard,
  syncBoard,
  startIteration,
};
