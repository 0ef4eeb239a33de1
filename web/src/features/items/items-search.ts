/** The state of the items page, as in the URL. */
export type ItemsSearch = {
  /** The item whose lines are shown. */
  item?: string;
  /** The key of the item's field that is explained. */
  field?: string;
  /** The line whose prices are shown. */
  line?: string;
};

/** Reads the known parameters of a URL; others are ignored. A field or a line needs its item. */
export function readItemsSearch(given: Record<string, unknown>): ItemsSearch {
  const text = (name: string) => (typeof given[name] === "string" && given[name] !== "" ? given[name] : undefined);
  const [item, field, line] = [text("item"), text("field"), text("line")];
  return { ...(item && { item }), ...(item && field && { field }), ...(item && !field && line && { line }) };
}
