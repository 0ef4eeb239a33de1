/**
 * Documents: what the models wrote, as rows and as files.
 *
 * Words:
 * - A *contribution* or *chunk* is the text of one model call. The first chunk of a chain is its *root*.
 * - A *whole* document is assembled from the chunks of a chain. *Rendering* creates its *artifacts*: one document for
 *   each level-1 heading and the text below it.
 * - *Lineage* is the thesis that a text descends from. *Sources* are the documents it was written from.
 * - A *combined text* replaces documents that are too large for a prompt. A document that was written from a combined
 *   text counts as a reader of the documents that the combined text replaced.
 * - The *tree* is the project as files. The *board*, a module of its own, keeps its files in three folders of the tree.
 * - *Feedback* is what people say about a stage or a document.
 * - A *version* is one text of a document. The model wrote the first, and each edit adds another.
 * - A document is *replaced* when it was *regenerated*: another document was written for the same work order.
 * - A document is *stale* when something it was written from was edited or replaced since.
 * - A *finding* says, as a code and data, what is wrong with a document although its model answered. It is *open* until
 *   an edit corrects the text, or until a person *accepts* it.
 *
 * Folders: `read/` reads answers of models; `stitch/` joins the chunks of a cut-off answer; `artifacts/` splits a
 * document into artifacts; `links/` adds numbers and links; `tree/` names and writes files; `remember/` indexes texts.
 *
 * Tables: contributions, contribution_sources, documents, document_versions, document_findings, feedback, memory_due.
 * Rows never change, except in two tables: findings are computed from the current text, and memory_due lists the texts
 * that memory (`#memory`) has not indexed yet. `current_documents` shows documents in their current version.
 *
 * Always true:
 * - A job's chunk is one row, however often the job runs. The document is created in the transaction of the last chunk.
 *   A text that remains cut off contains a note that says so.
 * - `constructPath` and `deconstructPath` are inverses of each other: two files never share a path, and no name
 *   leads out of the project's folder. Code never derives meaning from a path: columns hold it.
 * - The tree is a pure function of rows: if it is deleted and written again, it has the same bytes. Files are written
 *   atomically, and the user's changes on the board are kept.
 * - Files of documents have numbers and links (`links`). Stored texts have none: saving an edited file removes them.
 * - An edit never changes the original text, and rendering again never undoes an edit. Staleness is computed.
 * - Texts for prompts (`sourceTexts`) have no front matter and no path: a critic must not learn who wrote a text.
 */

export { parseArtifacts } from "./artifacts/artifacts.ts";
export { artifactItems, compareItems, type DerivedItem } from "./artifacts/compare-items.ts";
export { findMalformedTables } from "./artifacts/find-malformed-tables.ts";
export { combinedType } from "./contributions/combined-type.ts";
export { nextDocumentNumber } from "./contributions/contribution.store.ts";
export { finishDocument } from "./contributions/finish-document.ts";
export { type ChunkToSave, type SavedChunk, saveChunk } from "./contributions/save-chunk.ts";
export { addVersion } from "./edits/edit-document.ts";
export { type Standing, standings } from "./edits/stale.store.ts";
export { acceptFinding, findingsOf, type NewFinding, openFindings, replaceFindings } from "./findings.store.ts";
export { getDocument, readDocumentVersion } from "./get-document.ts";
export { type FeedbackRow, feedbackOf, insertFeedback, newestFeedback } from "./inputs/feedback.store.ts";
export { documentsStating, factNumbersBefore, factsKnownAt, type KnownFact } from "./inputs/known-facts.store.ts";
export {
  type AsOf,
  type SourceText,
  sourceDocuments,
  sourceTexts,
} from "./inputs/source-documents.store.ts";
export type { ReadNumbers, SessionNumbers } from "./links/create-linker.ts";
export { getLinkedDocument } from "./links/get-linked-document.ts";
export { listDocuments, nameDocuments } from "./list-documents.ts";
export { listReceipts } from "./list-receipts.ts";
export { getPlan } from "./plan/get-plan.ts";
export type { ReadUndecided } from "./plan/read-plan-file.ts";
export { longestQuote, mostFaults } from "./read/check-answer.ts";
export { longestClaim, mostClaims } from "./read/formats/claims.ts";
export type { Entries } from "./read/formats/formats.ts";
export type { GivenClaim } from "./read/formats/judged-claims.ts";
export { type Asked, longestQuestion, mostQuestions } from "./read/formats/questions.ts";
export type { Scored } from "./read/formats/scorecard.ts";
export type { Status } from "./read/formats/statuses.ts";
export { type Verdict, verdicts } from "./read/formats/verdict-words.ts";
export type { Judged } from "./read/formats/verdicts.ts";
export { checkPlan } from "./read/plans/check-plan.ts";
export type { Problem } from "./read/problems.ts";
export type { Expected, ReadAnswer } from "./read/read-answer.ts";
export { endIsConfirmed, type ReadableChunk, readChain, repetitionsRemoved } from "./read/read-chain.ts";
export { type ReadDocument, readDocument } from "./read/read-document.ts";
export { indexAllDue, indexDue } from "./remember/index-due.ts";
export { indexProject } from "./remember/index-project.ts";
export { renderJob } from "./render.job.ts";
export { isCut, joinedText } from "./stitch/assemble.ts";
export { cutBack } from "./stitch/cut-back.ts";
export { hasGapNote, withoutGapNote } from "./stitch/gap-note.ts";
export { isStuck } from "./stitch/stop-loops.ts";
export { assertFree } from "./tree/disk/assert-free.ts";
export { findEdited } from "./tree/disk/find-edited.ts";
export { replaceFile, sweepLeftovers } from "./tree/disk/replace-file.ts";
export { type WrittenTree, writeTree } from "./tree/disk/write-tree.ts";
export { withFrontMatter } from "./tree/front-matter.ts";
export { constructPath } from "./tree/paths/construct-path.ts";
export { deconstructPath } from "./tree/paths/deconstruct-path.ts";
export {
  type BoardFiles,
  listProjectFiles,
  projectSummary,
  readProjectFile,
  type TreeFile,
  type TreeSources,
} from "./tree/project-files.ts";
export { chooseFolder, type ProjectFolder, projectFolder, readChoices } from "./tree/project-folder.ts";
export { isRehearsal } from "./tree/project-readme.ts";
export { type TakenText, takeText } from "./tree/take-text.ts";
export { treeInParts } from "./tree/tree-in-parts.ts";
