/**
 * Items: the things that a project is about (a backdrop, a floor, a service), and what is known about each.
 *
 * - `record/`: items are created, renamed, archived and merged. `open-items.ts` is the only way to change them: it holds
 *   the ledger's lock and records every row before and after the change in an item event. `undo-items.ts` reverts such
 *   an event and the facts that belong to it.
 * - `projection/`: the values of an item: set by hand, else accepted, else none. `project-items.ts` follows the ledger
 *   (registered in `app/` as `onFactsChanged`); `overrides.ts` sets and clears values by hand; `why-field.ts` explains
 *   a value.
 * - `mentions/`: which items a text mentions, and the scope of a turn (registered in `app/` as `findItems`).
 * - `lines/`: material and work lines of an item.
 * - `catalogue/`: a user's canonical materials and kinds of work with their synonyms, for all projects. `match/` suggests, deterministically,
 *   which entry a name means; `links.ts` creates a link when a person confirms it, and records that decision among the
 *   item's facts.
 * - `prices/`: vendors' prices of entries, added from CSV files or one by one; statistics for each unit and currency;
 *   the price memory of a line.
 *
 * Tables: project_items, item_events, item_overrides, item_projections, item_values, item_lines, catalogue_items, catalogue_synonyms,
 * catalogue_links, price_observations.
 *
 * Always true:
 * - Constraints ensure that a fact, an answer or a turn refers only to items of its own project.
 * - Names are unique among the live items of a project.
 * - The stored projection equals the projection computed from facts and overrides.
 * - Only one price is recorded for each reference, such as an invoice number. Prices are never changed. They do not affect facts or lines.
 * - Only people set and clear overrides and links. Each such change can be undone until a later change affects the same
 *   rows.
 */
export {
  linkItem,
  linkLine,
  listItemLinks,
  suggestForItem,
  suggestForLine,
  unlinkItem,
  unlinkLine,
} from "./catalogue/links.ts";
export {
  changeCatalogueItem,
  createCatalogueItem,
  findCatalogueItem,
  listCatalogue,
  mergeCatalogueItem,
} from "./catalogue/manage-catalogue.ts";
export { addLine, changeLine, listLines, removeLine } from "./lines/lines.ts";
export { findTurnItems, readMentions } from "./mentions/read-mentions.ts";
export { getPrices, listPrices, priceMemory } from "./prices/read-prices.ts";
export { addPrice, importPrices } from "./prices/record-prices.ts";
export { clearOverride, overrideField } from "./projection/overrides.ts";
export { projectItems } from "./projection/project-items.ts";
export { findItem, getItem, listItems } from "./projection/read-items.ts";
export { whyField } from "./projection/why-field.ts";
export { archiveItem, createItem, mergeItem, renameItem, restoreItem } from "./record/manage-items.ts";
export { itemHistory, undoFacts, undoItems } from "./record/undo-items.ts";
