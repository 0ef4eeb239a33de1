/**
 * Knowledge blocks: what is accepted about a project, arranged by subject. The subjects are summary, constraints, logistics,
 * timeline, budget, decisions and open questions. An item also has dimensions, materials, production and installation. The
 * registry says which block a key belongs to.
 *
 * - `entries.ts` is pure: it computes the lines of a key, and makes and applies patches between sets of lines.
 * - `patch-blocks.ts` updates the blocks in the transaction that changes the ledger (registered in `app/` as
 *   `onFactsChanged`).
 * - `render-blocks.ts` writes Markdown.
 * - `records/` adds, resolves, reopens and removes records, which the ledger holds besides facts.
 * - `enrich/` has a model add questions, suggestions and notes. All other operations are refused.
 *
 * Tables: knowledge_blocks, block_entries, enrichments.
 *
 * Always true:
 * - Rebuilding the blocks from the ledger gives the same bytes and the same revision.
 * - A model can only add: it never changes or removes anything.
 */
export { enrichBlocks, enrichJob, listEnrichments } from "./enrich/enrich.job.ts";
export { patchBlocks } from "./patch-blocks.ts";
export { readBlocks } from "./read-blocks.ts";
export { addRecord, changeRecord } from "./records/keep-records.ts";
export { renderBlocks } from "./render-blocks.ts";
