/**
 * Board: the work of a plan, as cards that people move and tick.
 *
 * Words: a *card* is one milestone's checklist, made from the nodes of a work plan. It is in one of three *columns*, Pending,
 * Current or Complete, and has a number in work order that is never used again. An *item* is one box of the
 * checklist. A card's *state* is its column and its ticked items. A card is *superseded* if a later plan breaks the milestone down
 * differently, or says that the milestone no longer applies. It is *offered* if its file was deleted, or if the plan no longer has
 * its work: the person keeps or drops it. *Sync* merges rows and files; a file records the state in which the two last agreed
 * (*synced*). *Progress* is the text about the work so far in the prompts of a further iteration.
 *
 * Tables: board_cards, iterations (the state when a further iteration began).
 *
 * Always true:
 * - The program only adds cards to Pending; only people move, tick and drop existing cards. The plan's text on a card never changes,
 *   and a superseded card stays where it is.
 * - A card's file is a pure function of its row. From the path of a file, only the column is read.
 * - Deciding what to sync is pure (`decideSync`); it never loses a tick, and syncing twice is the same as once.
 * - Files that are not cards of the project are left alone.
 */
export { boardFiles, findProgress, insertIteration, iterationQuotes } from "./board.store.ts";
export { readBoardFolder, writeBoardFolder } from "./board-folder.ts";
export { decideCard, moveCard, tickItem } from "./change-card.ts";
export { describeProgress } from "./describe-progress.ts";
export { fillBoard } from "./fill-board.ts";
export { getBoard } from "./get-board.ts";
export { keepBoard } from "./keep-board.ts";
export { refillBoard } from "./refill-board.ts";
export { syncBoard } from "./sync-board.ts";
export { workItems } from "./text/plan-nodes.ts";
