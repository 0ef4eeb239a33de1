/**
 * Knowledge blocks: what is accepted about a project, arranged by subject: summary, constraints, logistics, timeline, budget,
 * decisions; for an item also dimensions, materials, production, installation. The registry says which block a key feeds.
 *
 * `entries.ts` is pure: which lines a key contributes, the patch between two sets of lines, and its application. `patch-blocks.ts`
 * applies a change of the ledger in its transaction (registered in `app/` as `onFactsChanged`). `render-blocks.ts` writes Markdown.
 *
 * Tables: knowledge_blocks, block_entries.
 *
 * Always true: rebuilt from the ledger, blocks are the same byte for byte, revision included; no model writes them.
 */
export { patchBlocks } from "./patch-blocks.ts";
export { readBlocks } from "./read-blocks.ts";
export { renderBlocks } from "./render-blocks.ts";
