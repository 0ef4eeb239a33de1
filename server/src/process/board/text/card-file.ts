import { basename } from "node:path";
import type { BoardColumn } from "@dialectic/contract";
import { parse } from "yaml";
import { constructPath, deconstructPath, withFrontMatter } from "#documents";
import { fileName } from "#projects";
import { type CardState, readState, stateText, tickedOf } from "../card-state.ts";
import { type ChecklistItem, readChecklist, rewriteBoxes } from "./checklist.ts";

const folders = { pending: "Pending", current: "Current", complete: "Complete" } as const;

export type CardFile = { path: string; file: string };
type Card = {
  /** The session that made the card. Together with the number it identifies the card in any database. */
  sessionShortId: string;
  iteration: number;
  number: number;
  milestone: string;
  title: string;
  body: string;
  column: BoardColumn;
  items: readonly ChecklistItem[];
  /** The path of the document that the card was made from. */
  source: string;
  /** The previous path of the card's file. The file keeps its name when the card changes columns. */
  path?: string;
};

/** Builds the file of a card from the card's row alone, so that a deleted tree can be written again. */
export function cardFile(card: Card): CardFile {
  const state = { column: card.column, ticked: tickedOf(card.items) };
  const known = {
    card: cardName(card),
    milestone: card.milestone,
    iteration: card.iteration,
    source: card.source,
    synced: stateText(state),
  };
  return { path: cardPath(card), file: withFrontMatter(known, tickBoxes(card.body, card.items, state.ticked)) };
}

/** A card's name in its file. Unlike its id, the name is the same in every database. */
export const cardName = (card: { sessionShortId: string; number: number }): string =>
  `${card.sessionShortId}/${card.number}`;

function cardPath({ column, number, title, path }: Card): string {
  // Earlier program versions split a long name into folders, which the board does not read. Such a path gets a new name.
  if (path?.split("/").length === 2) return `${folders[column]}/${basename(path)}`;
  const name = fileName(title, { maxLength: 80, fallback: "card" });
  return constructPath({ kind: "board", column: folders[column], position: number, name });
}

/** The content of a board file: its card, the state in which row and file last agreed, and its current state. */
export type ReadCardFile = {
  name: string;
  synced: CardState | null;
  state: CardState;
  /** Items of the card whose exact words are not in the file. */
  missing: string[];
};

const block = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/**
 * Null if the file is not one of the board's cards. `itemsOf` returns the items of the card with a given name. Boxes in the
 * file that match none of these items are ignored.
 */
export function readCardFile(
  file: { path: string; text: string },
  itemsOf: (name: string) => readonly ChecklistItem[] | undefined,
): ReadCardFile | null {
  const column = columnOf(file.path);
  const known = frontMatter(file.text);
  const name = cardNamedIn(file.text);
  const items = name === undefined ? undefined : itemsOf(name);
  if (!column || name === undefined || !items) return null;
  const synced = readState(known?.["synced"]);
  const matched = matchItems(readChecklist(bodyOf(file.text)), items);
  // An item whose exact words are not in the file keeps its last agreed state, so that rewording an item does not
  // untick it.
  const isTicked = (number: number) => matched.get(number) ?? synced?.ticked.includes(number) ?? false;
  const ticked = items.map((_, index) => index + 1).filter(isTicked);
  const missing = items.flatMap(({ text }, index) => (matched.has(index + 1) ? [] : [text]));
  return { name, synced, state: { column, ticked }, missing };
}

export function cardNamedIn(text: string): string | undefined {
  const name = frontMatter(text)?.["card"];
  return typeof name === "string" ? name : undefined;
}

/** Sets the state in a file that a person may have edited. Only its boxes and its header change. */
export function withState(text: string, items: readonly ChecklistItem[], state: CardState): string {
  const head = block.exec(text)?.[0] ?? "";
  const synced = `synced: ${stateText(state)}`;
  const newHead = head.replace(/^synced:.*$/m, () => synced);
  return newHead + tickBoxes(text.slice(head.length), items, state.ticked);
}

/** Reads only the folder, not the file name, because people rename files when they move them. */
function columnOf(path: string): BoardColumn | undefined {
  const place = deconstructPath(path);
  const folder = place?.kind === "board" ? place.column : path.split("/")[0];
  return path.split("/").length === 2 ? boardColumn(folder ?? "") : undefined;
}

function boardColumn(folder: string): BoardColumn | undefined {
  for (const column of ["pending", "current", "complete"] as const) if (folders[column] === folder) return column;
  return undefined;
}

function tickBoxes(body: string, items: readonly ChecklistItem[], ticked: readonly number[]): string {
  const numbers = numberItems(readChecklist(body), items);
  let at = 0;
  return rewriteBoxes(body, (item) => {
    const number = numbers[at++];
    return number === undefined ? item.done : ticked.includes(number);
  });
}

const matchItems = (found: readonly ChecklistItem[], items: readonly ChecklistItem[]): Map<number, boolean> => {
  const numbers = numberItems(found, items);
  return new Map(
    found.flatMap(({ done }, index) => (numbers[index] === undefined ? [] : [[numbers[index], done] as const])),
  );
};

/** Matches each box to the first unmatched item of the card that has the same text under the same node. */
function numberItems(found: readonly ChecklistItem[], items: readonly ChecklistItem[]): (number | undefined)[] {
  const free = new Map<string, number[]>();
  const keyOf = ({ node, text }: ChecklistItem) => `${node}\n${text}`;
  for (const [index, item] of items.entries()) {
    const numbers = free.get(keyOf(item)) ?? [];
    free.set(keyOf(item), [...numbers, index + 1]);
  }
  return found.map((item) => free.get(keyOf(item))?.shift());
}

const bodyOf = (text: string): string => text.replace(block, "");

function frontMatter(text: string): Record<string, unknown> | null {
  const yaml = block.exec(text)?.[1];
  if (yaml === undefined) return null;
  try {
    const values: unknown = parse(yaml, { version: "1.1" });
    return typeof values === "object" && values !== null ? { ...values } : null;
  } catch {
    return null; // invalid YAML: not a card's file
  }
}
