/**
 * Exports: a project as one file, and projects from such files.
 *
 * Words: an *export* is a zip of a project's tree, of the rows it can be made from again (`rows/`), and of a *manifest*
 * that names every file with its hash. It is *sealed*: its last bytes are the hash of all before them. A *reference*
 * (`{{contributions/12/1a2b3c4d}}`) is how rows point at each other without ids. To *take in* is to make rows of lines.
 *
 * The newest export of a project is *kept*: in its folder, or where there is none in the blob store. A *shelf* is either.
 *
 * Tables: project_imports, kept_exports. What travels and what stays behind is said in `rows/tables.store.ts`.
 *
 * Always true:
 * - An export is read in one snapshot, in parts: its size costs no memory. The same project gives the same bytes.
 * - No key that is known here is in it. Money is told in the manifest and never taken in.
 * - Nothing of a file is taken in before every byte was verified and every row validated (`rows/check-rows.ts`); then all of
 *   it is, in one transaction. What is refused is named by table, line and column.
 * - No id of a file is used: rows get ids of their own, and refer only to rows of the same file.
 * - Exporting what was imported gives the same files again. What was under way arrives as cancelled.
 */
export { exportProject } from "./export-project.ts";
export { exportToGit } from "./git/export-to-git.ts";
export { checkExport, importProject } from "./import-project.ts";
export { collectExports } from "./keep/collect-exports.ts";
export { openShelf, type Shelf } from "./keep/shelf.ts";
export { receive, spoolFile } from "./spool.ts";
export { verifyExport } from "./verify-export.ts";
export { writeExport } from "./write-export.ts";
