/** The state of the catalogue page and of the price page, as in the URL. */
export type CatalogueSearch = {
  /** The entry to show next to the list. */
  entry?: string;
  /** The words that the listed entries must contain. */
  find?: string;
  /** True if archived entries are listed instead of those in use. */
  archived?: true;
};

/** Reads the known parameters of a URL and ignores all others. */
export function readCatalogueSearch(given: Record<string, unknown>): CatalogueSearch {
  const text = (name: string) =>
    ["string", "number"].includes(typeof given[name]) && given[name] !== "" ? String(given[name]) : undefined;
  const [entry, find] = [text("entry"), text("find")];
  return { ...(entry && { entry }), ...(find && { find }), ...(given["archived"] === true && { archived: true }) };
}

/** True if each word of `find` occurs in one of the texts, even inside a longer word. */
export function hasWords(texts: readonly string[], find: string): boolean {
  const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const whole = texts.map(fold).join("\n");
  return fold(find)
    .split(/\s+/)
    .every((word) => whole.includes(word));
}
