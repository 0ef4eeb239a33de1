/**
 * Board: the work of a plan, as cards that people move and tick.
 *
 * Words:
 * - A *card* is one milestone's checklist, made from the nodes of a work plan. Cards are numbered in the order in
 *   which the work is to be done, and no number is used twice.
 * - A card is in one of three *columns*: Pending, Current or Complete.
 * - An *item* is one box of the checklist. A card's *state* is its column and its ticked items.
 * - A card is *superseded* if a later plan breaks the milestone down differently, or says that it no longer applies.
 * - A card is *offered* if its file was deleted, or if the plan no longer contains its work. The person keeps or drops it.
 * - *Sync* merges rows and files. Both record the state in which they last agreed (*synced*).
 * - *Progress* is a text about the work so far, for the prompts of a further iteration.
 *
 * Tables: board_cards, iterations (the state when a further iteration began).
 *
 * Always true:
 * - The program only adds cards to Pending; only people move, tick and drop existing cards. The plan's text on a card
 *   never changes, and a superseded card stays where it is.
 * - A card's file is a pure function of its row. From the path of a file, only the column is read.
 * - `decideSync`, a pure function, decides what a sync does. It never loses a tick. A second sync changes nothing.
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
