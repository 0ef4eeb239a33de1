/**
 * Access to the outside world: database, files, time, logs. Contains nothing about the domain.
 *
 * - `db/`: one interface to two database engines: PGlite in a thread of this process, or a PostgreSQL server. Every
 *   statement runs in a transaction as the role dialectic_app for one acting user, and row-level security filters its
 *   rows. Transactions are retried on deadlock. Inside a transaction, a guard refuses a second transaction, a model
 *   call, the network and file access.
 * - `folder/`: the data folder.
 *   - `folder-lock.ts`: one process uses it at a time.
 *   - `folder-identity.ts`: the folder has an identity, and a server can prove that it serves this folder.
 *   - `prepare-folder.ts`, `modes.ts`: only its owner can read it.
 *   - `trusted-folders.ts`: a folder that was found, not named, is used only if this installation created it or the
 *     user trusts it. The record of that is in the user's own folder (`user-folder.ts`).
 *   - `db/pglite/watch-folder.ts`: notices when the folder is deleted or taken over. The embedded database is then
 *     `lost` for good.
 * - `db/pglite/pglite-settings.ts`, `skip-wasm-optimizer.ts`: how the embedded database is created, opened and compiled.
 * - `db/pglite/synced-files.ts`, `log-sync.ts`: how the embedded database syncs commits before it acknowledges them.
 * - `db/repeat/repeat-thread.ts`: repeats a statement from a separate thread, even while the main thread is blocked.
 * - `db/schema-sources.ts`, `db/migrate.ts`: build a new database from the `schema.sql` of every module.
 * - `db/read-page.ts`, `db/list.store.ts`: paging and searching long lists, at a cost that does not grow with them.
 * - `blobs/`: files addressed by the hash of their content, in a folder or an S3 bucket; complete or absent.
 * - `markdown.ts`: the block structure of Markdown, in linear time for any text.
 * - `files/`: files that survive a power cut: the content is synced before the rename, the name after it.
 * - `crash-points.ts`: named places in the code where fault tests kill the process.
 * - errors, ids, clock, hashes, settings, logs (scrubbed).
 *
 * Always true: int8 is a bigint and timestamptz a Date on both engines; ids are UUIDs of version 7.
 */

export { batchBytes } from "./batch-bytes.ts";
export type { Blobs } from "./blobs/blobs.ts";
export { collectBlobs } from "./blobs/collect-blobs.ts";
export { openBlobs } from "./blobs/open-blobs.ts";
export { type Clock, systemClock } from "./clock.ts";
export { type Config, readConfig } from "./config.ts";
export { crashPoint, type Point } from "./crash-points.ts";
export { fetchBatches } from "./db/cursor.store.ts";
export { type BeforeCommit, createDatabase, type Database, type Tx, type UserDb } from "./db/database.ts";
export { type DataFault, databaseFault, isForeignKeyViolation, isUniqueViolation } from "./db/database-error.ts";
export { assertNoTransaction } from "./db/guards.ts";
export { createImmutableRowCache } from "./db/immutable-row-cache.ts";
export { joinTransaction } from "./db/join-transaction.ts";
export { containsWords, cursorAt, lastExamined, place, placeOf } from "./db/list.store.ts";
export { migrate, schemaState } from "./db/migrate.ts";
export { type Opened, type OpeningStep, openDatabase } from "./db/open-database.ts";
export { createFromTemplate, ensureTemplate } from "./db/pglite/database-template.ts";
export { isSynced } from "./db/pglite/is-synced.store.ts";
export { createPgliteEngine } from "./db/pglite/pglite-engine.ts";
export { skipWasmOptimizer } from "./db/pglite/skip-wasm-optimizer.ts";
export { createPostgresEngine } from "./db/postgres/postgres-engine.ts";
export { type Cursor, examinedRows, type Page, readCursor, readPage } from "./db/read-page.ts";
export { readSchema } from "./db/schema-sources.ts";
export { singleRow } from "./db/single-row.ts";
export type { Tables } from "./db/tables.ts";
export { AppError, diskFull, toAppError } from "./errors.ts";
export { renameSynced, syncFolder, syncFolderNow, syncTree } from "./files/sync-files.ts";
export { writePrivateFile } from "./files/write-private-file.ts";
export { findCodeBlock } from "./find-code-block.ts";
export { proofOf, readIdentity, settleIdentity } from "./folder/folder-identity.ts";
export { type FolderLock, folderHolder, type Holder, lockFolder } from "./folder/folder-lock.ts";
export { keepPrivate, makeFolder, makePrivateFolder, modeIn, withGivenUmask } from "./folder/modes.ts";
export { assertOwn, prepareFolder } from "./folder/prepare-folder.ts";
export { folderTrust, trustFolder } from "./folder/trusted-folders.ts";
export { userFolder } from "./folder/user-folder.ts";
export { sha256 } from "./hash.ts";
export { newId, uuidv7 } from "./ids.ts";
export { isTooDeep } from "./json-depth.ts";
export { createLog, type Log, type LogLevel } from "./log.ts";
export { type MarkdownBlock, parseMarkdown, splitTableRow } from "./markdown.ts";
export { nearest } from "./nearest.ts";
export { prefetch } from "./prefetch.ts";
export { scrub, secretsIn } from "./scrub.ts";
export { within } from "./within.ts";
