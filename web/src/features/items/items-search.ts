/** The state of the items page, as in the URL. */
export type ItemsSearch = {
  /** The item whose lines are shown. */
  item?: string;
  /** The key of the item's field to explain. */
  field?: string;
  /** The line whose prices to show. */
  line?: string;
};

/** Reads the known parameters of a URL and ignores all others. A field or a line is ignored if no item is named. */
export function readItemsSearch(given: Record<string, unknown>): ItemsSearch {
  const text = (name: string) => (typeof given[name] === "string" && given[name] !== "" ? given[name] : undefined);
  const [item, field, line] = [text("item"), text("field"), text("line")];
  return { ...(item && { item }), ...(item && field && { field }), ...(item && !field && line && { line }) };
}
