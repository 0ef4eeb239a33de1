import type { InboxItem } from "@dialectic/contract";

/**
 * The list as a person is reading it. Rows never move under the pointer: a resolved row stays in its place, and new rows are
 * hidden until the user asks for them.
 */
export type SettledItems = {
  rows: { item: InboxItem; isResolved: boolean }[];
  /** The number of new items that are hidden. */
  waiting: number;
};

/** The list after a refresh, without resolved rows and with all new rows. */
export const freshItems = (items: readonly InboxItem[]): SettledItems => ({
  rows: items.map((item) => ({ item, isResolved: false })),
  waiting: 0,
});

/**
 * Updates the list on the screen after a refetch. Items are sorted newest first, so those after the last row on the screen
 * belong to the next page.
 */
export function settleItems(shown: SettledItems, items: readonly InboxItem[]): SettledItems {
  if (shown.rows.length === 0) return freshItems(items);
  const current = new Map(items.map((item) => [item.id, item]));
  const known = new Set(shown.rows.map(({ item }) => item.id));
  const lastKnown = items.findLastIndex(({ id }) => known.has(id));
  const rows = shown.rows.map((row) => {
    const item = current.get(row.item.id);
    return item ? { item, isResolved: false } : { ...row, isResolved: true };
  });
  const isNew = (item: InboxItem) => !known.has(item.id);
  const older = lastKnown === -1 ? [] : items.slice(lastKnown + 1).filter(isNew);
  const held = items.filter(isNew).length - older.length;
  return { rows: [...rows, ...older.map((item) => ({ item, isResolved: false }))], waiting: held };
}
