import type { CardId } from "@dialectic/contract";
import { type CardState, isSameState, stateText } from "./card-state.ts";
import { type ReadCardFile, readCardFile, withState } from "./text/card-file.ts";
import type { ChecklistItem } from "./text/checklist.ts";

export type BoardFile = { path: string; text: string };

/** A card's file that is too large to read. `card` is the name of the card. */
export type TooLarge = { path: string; card: string };

/** A card as input of a sync. `fileFor` renders the card's file for a state. */
export type SyncCard = {
  id: CardId;
  /** The card's name in its file. */
  name: string;
  title: string;
  items: readonly ChecklistItem[];
  state: CardState;
  /** True if the card's file was seen before: in this folder if the folder has a record, else in any folder. */
  wasSynced: boolean;
  /** True if the card's file was deleted, here or in another folder, and the person has not decided about the card. */
  isLost: boolean;
  fileFor(state: CardState): BoardFile;
};

/** The decision about one card: its new state, and whether its file was seen or lost. */
export type CardDecision = { id: CardId; state: CardState; isSeen: boolean; isLost: boolean; hasConflict: boolean };

export type SyncDecision = { cards: CardDecision[]; write: BoardFile[]; remove: string[]; notes: string[] };

/**
 * Decides how to merge rows and files after both may have changed. If only the row or only the file changed since they
 * last agreed, the change wins. If both changed, all their ticks are kept, and the column of the row wins. A person is
 * asked about a deleted file, unless the whole folder is new (`isFresh`). Files that are not cards are ignored.
 */
export function decideSync(input: {
  cards: readonly SyncCard[];
  /** Cards that a person dropped. Their files are removed, except those that a person edited. */
  dropped?: readonly SyncCard[];
  files: readonly BoardFile[];
  /** The cards of these files stay as they are. */
  tooLarge?: readonly TooLarge[];
  isFresh: boolean;
}): SyncDecision {
  const { cards, dropped = [], tooLarge = [] } = input;
  const itemsOf = (name: string) => [...cards, ...dropped].find((card) => card.name === name)?.items;
  const found = Map.groupBy(
    input.files.flatMap((file) => {
      const read = readCardFile(file, itemsOf);
      return read ? [{ file, ...read }] : [];
    }),
    ({ name }) => name,
  );
  const taken = new Set([...input.files, ...tooLarge].map(({ path }) => path));
  const decision: SyncDecision = { cards: [], write: [], remove: [], notes: [] };
  for (const card of cards) {
    const [first, ...copies] = (found.get(card.name) ?? []).toSorted(changedFirst);
    const unread = tooLarge.find((one) => one.card === card.name);
    if (first) bringTogether(card, first, { decision, taken });
    else if (unread) leaveAlone(card, unread, decision);
    else decideMissing(card, { decision, taken, isFresh: input.isFresh });
    for (const { file } of copies) {
      decision.notes.push(
        `${file.path} is a copy of ${first?.file.path}, the file of ${card.title}. The copy is ignored.`,
      );
    }
  }
  for (const card of dropped) {
    for (const { file } of found.get(card.name) ?? []) {
      if (file.text === card.fileFor(card.state).text) decision.remove.push(file.path);
    }
  }
  return decision;
}

type Found = ReadCardFile & { file: BoardFile };
type Into = { decision: SyncDecision; taken: Set<string> };

/** Sorts edited files first, because if a card has several files, the edited one is used. */
const changedFirst = (one: Found, other: Found): number =>
  Number(hasChanged(other)) - Number(hasChanged(one)) || (one.file.path < other.file.path ? -1 : 1);

const hasChanged = ({ synced, state }: Found): boolean => !synced || !isSameState(synced, state);

function bringTogether(card: SyncCard, found: Found, { decision, taken }: Into): void {
  const { file, synced, state: inFile, missing } = found;
  const { state, hasConflict } = mergeStates({ synced, board: card.state, file: inFile });
  // If the file was deleted in another folder, the person still has to decide, even if it is unchanged in this folder.
  const isLost = card.isLost && card.wasSynced;
  decision.cards.push({ id: card.id, state, isSeen: true, isLost, hasConflict });
  if (hasConflict) {
    decision.notes.push(
      `${card.title}: its file and the board had both changed. The ticks of both are kept, and it stays in ${state.column}, as on the board.`,
    );
  }
  if (missing.length > 0 && hasChanged(found)) {
    decision.notes.push(
      `${file.path} no longer has ${missing.length} of the ${card.items.length} items of ${card.title} (${quoted(missing)}): they stay on the card as they were.`,
    );
  }
  const text = withState(file.text, card.items, state);
  if (state.column !== inFile.column) {
    decision.write.push({ path: freePath(card.fileFor(state).path, taken), text });
    decision.remove.push(file.path);
  } else if (text !== file.text) decision.write.push({ path: file.path, text });
}

const quoted = (texts: readonly string[]): string =>
  `${texts
    .slice(0, 3)
    .map((text) => `"${text.slice(0, 60)}"`)
    .join(", ")}${texts.length > 3 ? ", …" : ""}`;

/** The content of the file is unknown, so the file is not treated as deleted, and nothing is written in its place. */
function leaveAlone(card: SyncCard, { path }: TooLarge, decision: SyncDecision): void {
  const isLost = card.isLost && card.wasSynced;
  decision.cards.push({ id: card.id, state: card.state, isSeen: true, isLost, hasConflict: false });
  decision.notes.push(
    `${path}, the file of ${card.title}, is too large to be read: the card stays as it is on the board. Make the file smaller than 900 kB.`,
  );
}

/** The side that changed wins. If the last agreed state is unknown, both sides are treated as changed. */
export function mergeStates({ synced, board, file }: { synced: CardState | null; board: CardState; file: CardState }): {
  state: CardState;
  hasConflict: boolean;
} {
  if (isSameState(board, file)) return { state: board, hasConflict: false };
  if (synced && isSameState(synced, board)) return { state: file, hasConflict: false };
  if (synced && isSameState(synced, file)) return { state: board, hasConflict: false };
  const ticked = [...new Set([...board.ticked, ...file.ticked])].sort((a, b) => a - b);
  return { state: { column: board.column, ticked }, hasConflict: true };
}

function decideMissing(card: SyncCard, { decision, taken, isFresh }: Into & { isFresh: boolean }): void {
  const isLost = card.isLost || (card.wasSynced && !isFresh);
  decision.cards.push({ id: card.id, state: card.state, isSeen: false, isLost, hasConflict: false });
  if (!isLost) {
    const { path, text } = card.fileFor(card.state);
    decision.write.push({ path: freePath(path, taken), text });
  } else decision.notes.push(`The file of ${card.title} is gone.`);
}

/** The wanted path, with a number appended if it is taken. */
function freePath(wanted: string, taken: Set<string>): string {
  let path = wanted;
  for (let copy = 2; taken.has(path); copy++) path = wanted.replace(/\.md$/, `-${copy}.md`);
  taken.add(path);
  return path;
}

/**
 * The state in which card and file agree from now on; null if no file was seen. A file that is yet to be written does
 * not count as seen, because a concurrent reader of the folder would otherwise think that it was deleted.
 */
export const syncedState = ({ state, isSeen }: CardDecision): string | null => (isSeen ? stateText(state) : null);
