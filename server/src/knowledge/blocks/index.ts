/**
 * Knowledge blocks: what is accepted about a project, arranged by subject: summary, constraints, logistics, timeline, budget,
 * decisions, open questions; for an item also dimensions, materials, production, installation. The registry says which block a key feeds.
 *
 * `entries.ts` is pure: which lines a key contributes, the patch between two sets of lines, and its application. `patch-blocks.ts`
 * applies a change of the ledger in its transaction (registered in `app/` as `onFactsChanged`). `render-blocks.ts` writes Markdown.
 * `records/` adds, resolves, reopens and removes records, which the ledger holds besides facts. `enrich/` has a model
 * add questions, suggestions and notes; all other operations are refused.
 *
 * Tables: knowledge_blocks, block_entries, enrichments.
 *
 * Always true: rebuilt from the ledger, blocks are the same byte for byte, revision included. A model can only add: it
 * never changes or removes anything.
 */
export { enrichBlocks, enrichJob, listEnrichments } from "./enrich/enrich.job.ts";
export { patchBlocks } from "./patch-blocks.ts";
export { readBlocks } from "./read-blocks.ts";
export { addRecord, changeRecord } from "./records/keep-records.ts";
export { renderBlocks } from "./render-blocks.ts";
