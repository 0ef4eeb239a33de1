import type { itemsRoutes } from "@dialectic/contract";
import {
  addLine,
  archiveItem,
  changeLine,
  clearOverride,
  createItem,
  findItem,
  getItem,
  itemHistory,
  listItems,
  listLines,
  mergeItem,
  overrideField,
  readMentions,
  removeLine,
  renameItem,
  restoreItem,
  undoItems,
  whyField,
} from "#items";
import { type Handlers, items } from "./handler.ts";

/** The items of a project, what is known about them, and their lines. */
export const itemsHandlers: Pick<Handlers, keyof typeof itemsRoutes> = {
  listItems: items(listItems),
  createItem,
  getItem,
  findItem,
  renameItem,
  archiveItem,
  restoreItem,
  mergeItem,
  overrideField,
  clearOverride,
  whyField,
  itemHistory,
  undoItems,
  readMentions,
  listLines: items(listLines),
  addLine,
  changeLine,
  removeLine,
};
