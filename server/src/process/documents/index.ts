/**
 * Documents: what the models wrote, and the files it is written to.
 *
 * Words: a *contribution* is what one model call wrote, one *chunk*; the first chunk of a chain is its *root*. A
 * *document* is what a reader sees: a *whole* one, assembled from the chunks of a chain, or an *artifact*, a named
 * part of it under its own level-1 heading, made by *render*. *Lineage* is the thesis that a text descends from;
 * *sources* are the documents it was written from. A *combined text* is intermediate: in a prompt it replaces documents that are
 * too large for it, and its readers count as readers of those. The *tree* is the project as files; the *board* (its own module)
 * is its three folders Pending, Current and Complete, with one checklist per milestone.
 *
 * *Feedback* is what people say about a stage or a document. A *version* is a text of a document: the model's is the first, and
 * each edit adds another. A document is *replaced* when another was written for the same work order (*regenerated*), and *stale*
 * when something it was written from was edited or replaced since.
 *
 * A *finding* says what is wrong with a document although its model answered: a code and data. It is *open* until an edit corrects
 * the text, or until a person *accepts* it.
 *
 * Folders: `read/` reads answers of models; `stitch/` joins the chunks of a cut-off answer (overlaps, loops, unfinished ends);
 * `artifacts/` splits a document into artifacts; `links/` adds numbers and links; `tree/` names and writes files; `remember/`
 * indexes texts for search.
 *
 * Tables: contributions, contribution_sources, documents, document_versions, document_findings, feedback; memory_due lists the texts
 * that memory (`#memory`) has not indexed yet. Other rows never change (except findings, which follow the text);
 * `current_documents` shows documents in their current version.
 *
 * Always true:
 * - A job's chunk is one row, however often the job runs; the document is created in the transaction of the last chunk. A text
 *   that remains cut off says so itself.
 * - `constructPath` and `deconstructPath` are inverses of each other: two files never share a path, and no name
 *   leads out of the project's folder. Code never derives meaning from a path: columns hold it.
 * - The tree is a pure function of rows: deleted and written again it has the same bytes. Files are written atomically, and the
 *   user's changes on the board are kept.
 * - Files of documents have numbers and links (`links`), the stored texts do not; taking a file back removes them.
 * - An edit never changes the original text, and rendering again never undoes an edit. Staleness is computed.
 * - Texts for prompts (`sourceTexts`) have no front matter and no path: a critic must not learn whose text it is.
 */

export { parseArtifacts } from "./artifacts/artifacts.ts";
export { artifactItems, compareItems, type DerivedItem } from "./artifacts/compare-items.ts";
export { combinedType } from "./combined-type.ts";
export { nextDocumentNumber } from "./contribution.store.ts";
export { addVersion } from "./edit-document.ts";
export { type FeedbackRow, feedbackOf, insertFeedback, newestFeedback } from "./feedback.store.ts";
export { acceptFinding, findingsOf, type NewFinding, openFindings, replaceFindings } from "./findings.store.ts";
export { finishDocument } from "./finish-document.ts";
export { getDocument, readDocumentVersion } from "./get-document.ts";
export { getPlan } from "./get-plan.ts";
export { documentsStating, factNumbersBefore, factsKnownAt, type KnownFact } from "./known-facts.store.ts";
export type { ReadNumbers, SessionNumbers } from "./links/create-linker.ts";
export { getLinkedDocument } from "./links/get-linked-document.ts";
export { listDocuments, nameDocuments } from "./list-documents.ts";
export { listReceipts } from "./list-receipts.ts";
export { longestQuote, mostFaults } from "./read/check-answer.ts";
export { checkPlan } from "./read/check-plan.ts";
export { longestClaim, mostClaims } from "./read/claims.ts";
export type { Entries } from "./read/formats.ts";
export type { Problem } from "./read/problems.ts";
export { type Asked, longestQuestion, mostQuestions } from "./read/questions.ts";
export type { Expected, ReadAnswer } from "./read/read-answer.ts";
export { endIsConfirmed, type ReadableChunk, readChain } from "./read/read-chain.ts";
export { type ReadDocument, readDocument } from "./read/read-document.ts";
export type { Scored } from "./read/scorecard.ts";
export type { Status } from "./read/statuses.ts";
export { type GivenClaim, type Judged, type Verdict, verdicts } from "./read/verdicts.ts";
export { indexAllDue, indexDue } from "./remember/index-due.ts";
export { indexProject } from "./remember/index-project.ts";
export { renderJob } from "./render.job.ts";
export { type ChunkToSave, type SavedChunk, saveChunk } from "./save-chunk.ts";
export {
  type AsOf,
  type SourceText,
  sourceDocuments,
  sourceTexts,
} from "./source-documents.store.ts";
export { type Standing, standings } from "./stale.store.ts";
export { isCut, joinedText } from "./stitch/assemble.ts";
export { cutBack } from "./stitch/cut-back.ts";
export { hasGapNote, withoutGapNote } from "./stitch/gap-note.ts";
export { isStuck } from "./stitch/stop-loops.ts";
export { assertFree } from "./tree/assert-free.ts";
export { constructPath } from "./tree/construct-path.ts";
export { deconstructPath } from "./tree/deconstruct-path.ts";
export { findEdited } from "./tree/find-edited.ts";
export { withFrontMatter } from "./tree/front-matter.ts";
export { isRehearsal } from "./tree/is-rehearsal.ts";
export {
  type BoardFiles,
  listProjectFiles,
  projectSummary,
  readProjectFile,
  type TreeFile,
  type TreeSources,
} from "./tree/project-files.ts";
export { chooseFolder, type ProjectFolder, projectFolder, readChoices } from "./tree/project-folder.ts";
export { replaceFile, sweepLeftovers } from "./tree/replace-file.ts";
export { type TakenText, takeText } from "./tree/take-text.ts";
export { treeInParts } from "./tree/tree-in-parts.ts";
export { type WrittenTree, writeTree } from "./tree/write-tree.ts";
