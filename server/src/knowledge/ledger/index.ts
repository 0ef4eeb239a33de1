/**
 * The ledger: statements become facts, each with the exact quote it came from.
 *
 * - `bundle/`: the immutable text of one turn in five sections, and the index of their positions. The index is built
 *   while the text is composed, so a header that a user or a model types can never forge a section.
 * - `evidence/`: finds a quote in a bundle and decides whether its words state the value. The offsets, sections and
 *   confidence that a model gives are hints, never proof.
 * - `values/`: numbers, quantities, money, dates, ranges, booleans and options, read from words or data into one canonical
 *   form, in which 6 m and 600 cm are equal.
 * - `registry/`: the keys that facts may have, by domain (`server/seed/fact-keys`), with type, risk and block.
 * - `operations/`: reads an extractor's answer, and checks each operation separately.
 * - `reconcile/`: decides whether an operation is accepted, supersedes, corroborates or contradicts a fact, or is only
 *   proposed.
 *
 * - `turns/`: bundles stored once under the key of their turn; answers to questions that ask for a key.
 * - `parse/`: parse runs: what an extractor (a model, or a program that posts operations) read out of a bundle.
 * - `records/`: notes, questions, suggestions and decisions; numbered and written through the same change as facts.
 * - `facts/`: the facts and their changes of status. `open-change.ts` is the only way to write: it holds the ledger's
 *   lock, numbers facts and events, and updates data derived from facts (`onFactsChanged`, registered in `app/`).
 *
 * Tables: ledgers, fact_subjects, fact_keys, turn_bundles, key_answers, parse_runs, facts, fact_events, fact_notes, ledger_records,
 * ledger_record_events. Also written here: known_facts, a table of `#documents` from which prompts read accepted facts.
 *
 * Always true:
 * - Evidence lies inside one section that a user or a model wrote, and its quote is the exact slice of the bundle.
 * - Only a person can accept a statement of a model.
 * - A key of the project or of an item has at most one accepted fact. Only list keys may have several.
 * - Rows are only added. A fact's status is the status of its newest event, and changes only when an event is inserted.
 * - A turn reads only the facts of the keys that it touches, so its cost does not grow with the history.
 */
export type { FindItems, LedgerCtx, MentionedItem } from "./ctx.ts";
export { acceptAllPending, acceptFact, chooseFact, rejectFact, toAction } from "./facts/decide-fact.ts";
export { editFact } from "./facts/edit-fact.ts";
export { lastUndoable as lastUndoableAction } from "./facts/facts.store.ts";
export { type FactsChange, type LedgerChange, type OnFactsChanged, openChange } from "./facts/open-change.ts";
export { promoteNote } from "./facts/promote-note.ts";
export {
  countFacts,
  factHistory,
  factsAsOf,
  factsOfItemKey,
  factsOfTouched,
  findFactByName,
  findFacts,
  listFacts,
  lockedLedger,
  readRegistry,
  whyFact,
} from "./facts/read-facts.ts";
export { restateFacts } from "./facts/restate-facts.ts";
export { changeListByHand, clearByHand, readByHand, setByHand } from "./facts/set-by-hand.ts";
export { acceptStatement, checkStatement, type Statement } from "./facts/state-fact.ts";
export { blockOf } from "./facts/to-fact.ts";
export { undoAction, undoWithin } from "./facts/undo-action.ts";
export { subjectsById, subjectsOf } from "./ledger.store.ts";
export { findList as findJsonList } from "./operations/read-operations.ts";
export { callExtractor, type ExtractorTools } from "./parse/call-extractor.ts";
export { parseJob } from "./parse/parse.job.ts";
export { postOperations } from "./parse/post-operations.ts";
export { storableRaw } from "./parse/record-reading.ts";
export { requestParse } from "./parse/request-parse.ts";
export { findRecord, newestOfBlocks, type RecordRow, recordsOf } from "./records/records.store.ts";
export { addFactKey, listFactKeys } from "./registry/project-keys.ts";
export { type FactKey, keyEntry, unknownKey } from "./registry/registry.ts";
export { answerKeys } from "./turns/answer-keys.ts";
export { collectJob } from "./turns/collect.job.ts";
export { listKeyQuestions } from "./turns/list-questions.ts";
export { getBundle, listBundles, listFactNotes } from "./turns/read-bundles.ts";
export { changeLedgerSettings, getLedgerSettings, readBrief } from "./turns/settings.ts";
export { comparable } from "./values/words.ts";
