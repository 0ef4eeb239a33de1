/**
 * Items: the things that a project is about (a backdrop, a floor, a service), and what is known about each.
 *
 * - `record/`: items are created, renamed, archived and merged. `open-items.ts` is the one way to change them: it holds the ledger's lock and
 *   records, in an item event, every row before and after. `undo-items.ts` takes such an event back, with the facts that belong to it.
 * - `projection/`: the values of an item: set by hand, else accepted, else none. `project-items.ts` follows the ledger (registered in `app/`
 *   as `onFactsChanged`); `overrides.ts` sets and clears; `why-field.ts` explains a value.
 * - `mentions/`: which items a text mentions, and the scope of a turn (registered in `app/` as `findItems`).
 * - `lines/`: material and work lines of an item.
 * - `catalogue/`: a user's canonical materials and kinds of work with their synonyms, for all projects. `match/` suggests, deterministically,
 *   which entry a name means; `links.ts` links when a person confirms, and records the decision among the item's facts.
 * - `prices/`: what vendors asked for entries, from CSV files or one by one; statistics for each unit and currency; the memory of a line.
 *
 * Tables: project_items, item_events, item_overrides, item_projections, item_values, item_lines, catalogue_items, catalogue_synonyms,
 * catalogue_links, price_observations.
 *
 * Always true:
 * - A fact, an answer and a turn are about items of their own project, by constraint.
 * - Names are unique among the live items of a project.
 * - The projection that is stored equals the one computed from facts and overrides.
 * - Prices are added and never changed, once for each reference. They change no fact and no line.
 * - Only people set and clear overrides and links, and every such change can be undone until something else has changed it.
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
