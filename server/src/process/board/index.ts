/**
 * Board: the work a plan leads to, as cards that people move and tick.
 *
 * Words: a *card* is one milestone's checklist, made from the nodes of a work plan; it stands in one of three *columns*,
 * Pending, Current or Complete, under a number in work order that is never given again. An *item* is one box of it. A card's
 * *state* is its column and its ticked items. *Superseded*: a later plan breaks the milestone down otherwise, or says that it
 * no longer applies. *Offered*: its file was deleted, or the plan no longer has its work; the person keeps or drops it. *Sync* brings rows and files in step; a file says in which state the two last agreed (*synced*).
 * *Progress* is what a further iteration's prompts say of the work so far.
 *
 * Tables: board_cards, iterations (what stood when a further iteration began).
 *
 * Always true:
 * - The program adds to Pending, and nothing else: a card that stands is moved, ticked and dropped by people alone. What the
 *   plan said stays as it was; a superseded card stays where it is, word for word.
 * - A card's file is a pure function of its row. Nothing is ever read from a file's name but the column it stands in.
 * - The decision what to sync is pure (`decideSync`); no tick is ever lost by it, and syncing twice is the same as once.
 * - Files that are no cards of the project are left alone.
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
