import type { CardId } from "@dialectic/contract";
import { type CardState, isSameState, stateText } from "./card-state.ts";
import { type ReadCardFile, readCardFile, withState } from "./text/card-file.ts";
import type { ChecklistItem } from "./text/checklist.ts";

export type BoardFile = { path: string; text: string };

/** The file of a card (`card`: its name) that stands there and is too large to be read. */
export type TooLarge = { path: string; card: string };

/** A card as sync sees it. `fileFor` is its file as the row would have it in a state. */
export type SyncCard = {
  id: CardId;
  /** What its file calls it. */
  name: string;
  title: string;
  items: readonly ChecklistItem[];
  state: CardState;
  /** Whether a file of it was seen before: in this folder, where that is known, else anywhere. */
  wasSynced: boolean;
  /** Its file was deleted, here or in another folder, and nobody has decided what that means. */
  isLost: boolean;
  fileFor(state: CardState): BoardFile;
};

/** What becomes of one card: its state, and its file's. */
export type CardDecision = { id: CardId; state: CardState; isSeen: boolean; isLost: boolean; hasConflict: boolean };

export type SyncDecision = { cards: CardDecision[]; write: BoardFile[]; remove: string[]; notes: string[] };

/**
 * Rows and files, each changed by somebody: what both should become. The side that changed since they last agreed wins; where
 * both did, ticks are united and the board's column holds. A file that is gone is asked about, unless there never was one or
 * the whole folder is new (`isFresh`). What is no card of ours is not looked at.
 */
export function decideSync(input: {
  cards: readonly SyncCard[];
  /** A person dropped them: their files go, unless somebody wrote in them. */
  dropped?: readonly SyncCard[];
  files: readonly BoardFile[];
  /** Whatever they say, their cards stay as they are. */
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
        `${file.path} is a copy of ${first?.file.path}, the file of ${card.title}: it is left alone.`,
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

/** Of several files of one card the one somebody worked in counts. */
const changedFirst = (one: Found, other: Found): number =>
  Number(hasChanged(other)) - Number(hasChanged(one)) || (one.file.path < other.file.path ? -1 : 1);

const hasChanged = ({ synced, state }: Found): boolean => !synced || !isSameState(synced, state);

function bringTogether(card: SyncCard, found: Found, { decision, taken }: Into): void {
  const { file, synced, state: inFile, missing } = found;
  const { state, hasConflict } = mergeStates({ synced, board: card.state, file: inFile });
  // It was lost elsewhere: that it still stands here, where it always stood, answers nothing.
  const isLost = card.isLost && card.wasSynced;
  decision.cards.push({ id: card.id, state, isSeen: true, isLost, hasConflict });
  if (hasConflict) {
    decision.notes.push(
      `${card.title}: its file and the board had both changed. The ticks of both are kept, and it stands in ${state.column}, as on the board.`,
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

/** What somebody did in it cannot be known. It is no deleted file, and nothing is written in its place. */
function leaveAlone(card: SyncCard, { path }: TooLarge, decision: SyncDecision): void {
  const isLost = card.isLost && card.wasSynced;
  decision.cards.push({ id: card.id, state: card.state, isSeen: true, isLost, hasConflict: false });
  decision.notes.push(
    `${path}, the file of ${card.title}, is too large to be read: the card stays as it is on the board. Make the file smaller than 900 kB.`,
  );
}

/** The side that changed wins; where nobody knows when they agreed, both count as changed. */
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

/** A place where nobody's file stands. */
function freePath(wanted: string, taken: Set<string>): string {
  let path = wanted;
  for (let copy = 2; taken.has(path); copy++) path = wanted.replace(/\.md$/, `-${copy}.md`);
  taken.add(path);
  return path;
}

/**
 * The state in which a card and its file agree from now on; null where no file was seen. What is only about to be written
 * was not seen: somebody who read the folder a moment ago would take it for deleted.
 */
export const syncedState = ({ state, isSeen }: CardDecision): string | null => (isSeen ? stateText(state) : null);
