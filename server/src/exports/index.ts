/**
 * An export is a project as one file; importing it creates a new project. A backup is a whole data folder as one file.
 *
 * Responsibilities:
 * - write, verify and import exports
 * - store the newest export of each project
 * - commit an export to git
 * - back up and restore a data folder with an embedded database
 *
 * Words:
 * - *export*: a zip of a project's tree, its rows (`rows/`) and a *manifest* that lists every file with its hash.
 * - *checksum*: the end of the zip, a hash of all bytes before it.
 * - *row reference*: `{{contributions/12/1a2b3c4d}}`. Rows refer to each other by it, without ids.
 * - *backup*: a zip of a data folder as of one moment, for the same build of the program.
 * - *export storage*: keeps a project's newest export: in its folder or, with a database server, in the blob store.
 *
 * Tables: project_imports, kept_exports. `rows/tables.store.ts` lists the exported tables and the excluded ones.
 *
 * Invariants:
 * - An export is read in one snapshot, and in batches, so that memory does not grow with the project. Exporting a project
 *   again gives the same bytes.
 * - An export contains no known API key. The manifest has a spending summary, which is never imported.
 * - An import first verifies every byte and validates every row (`rows/check-rows.ts`). Then it writes all rows in one
 *   transaction. An error names the table, line and column.
 * - No id in a file is used: rows get new ids, and refer only to rows of the same file.
 * - Exporting an imported project gives the same files. Unfinished jobs are imported as cancelled.
 */
export { createBackup } from "./backup/create-backup.ts";
export { restoreBackup, verifyBackup } from "./backup/restore-backup.ts";
export { exportProject } from "./export-project.ts";
export { exportToGit } from "./git/export-to-git.ts";
export { checkExport, importProject } from "./import-project.ts";
export { receive, spoolFile } from "./spool.ts";
export { collectExports } from "./storage/collect-exports.ts";
export { type ExportStorage, openExportStorage } from "./storage/export-storage.ts";
export { verifyExport } from "./verify-export.ts";
export { writeExport } from "./write-export.ts";
