/**
 * Memory: passages of texts, found by their words and by their meaning.
 *
 * Words:
 * - *source*: a text that was indexed (document, file), or a conversation, whose *turns* are added one by one.
 * - *passage*: a piece of a source. It has a position in the text (UTF-16 units) and *neighbours* before and after it.
 * - *scope*: what a search is limited to (project, session, document, conversation, source, kinds, dates).
 * - *hit*: a passage that matches a question, with its source, its position and the parts of its score.
 * - *embedder*: turns texts into vectors. The embedded default runs in a thread of its own.
 *
 * Tables: memory_sources, memory_passages, memory_postings, memory_embeddings, memory_vectors, memory_models,
 * memory_languages. The SQL of a search (`schema.sql`) finds the postings of words and near vectors. The program then
 * computes exact BM25 over the scope and over weighted windows of neighbours (`weigh-words.ts`), adds the similarity of
 * vectors (`weigh.ts`), merges the results of several questions, and picks diverse passages.
 *
 * Always true:
 * - A text can be found by its words as soon as `indexText` returns; a job of kind `index` computes its vectors later.
 * - Indexing the same text again does nothing; the same content is embedded once, however many texts contain it.
 * - Passages are in order, do not overlap, and leave out only white space.
 * - The cost of indexing a text does not depend on what else is indexed (`growth.test.ts`).
 * - Every embedding names its model. Another model takes over for an owner only when it has embedded every passage.
 * - The SQL functions of the search check that every row belongs to the acting user; passages are then read under
 *   row-level security.
 */
export type { MemoryCtx } from "./ctx.ts";
export { catchUp } from "./embed/catch-up.ts";
export { createProviderEmbedder } from "./embed/create-provider-embedder.ts";
export { createUseLite } from "./embed/create-use-lite.ts";
export type { Embedder, LocalEmbedder } from "./embed/embedder.ts";
export { indexJob } from "./embed/index.job.ts";
export { forgetSource } from "./indexing/forget-source.ts";
export { type Indexed, indexText, type TextToIndex } from "./indexing/index-text.ts";
export { indexTurns, type Turn } from "./indexing/index-turns.ts";
export { setLanguage } from "./indexing/set-language.ts";
export { cutPassages, readPassages } from "./passages/read-passages.ts";
export { measureNearness } from "./search/measure-nearness.ts";
export { type Hit, type Search, searchMemory } from "./search/search-memory.ts";
export type { SearchMethod } from "./search/weigh.ts";
export type { Belonging, Scope } from "./source.ts";
