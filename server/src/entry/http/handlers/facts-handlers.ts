import { addRecord, changeRecord, enrichBlocks, listEnrichments, readBlocks, renderBlocks } from "#blocks";
import { undoFacts } from "#items";
import {
  acceptAllPending,
  acceptFact,
  addFactKey,
  answerKeys,
  changeLedgerSettings,
  chooseFact,
  countFacts,
  editFact,
  factHistory,
  factsAsOf,
  findFactByName,
  getBundle,
  getLedgerSettings,
  listBundles,
  listFactKeys,
  listFactNotes,
  listFacts,
  listKeyQuestions,
  postOperations,
  promoteNote,
  rejectFact,
  requestParse,
  whyFact,
} from "#ledger";
import { type Handlers, items } from "./handler.ts";

/** Handlers of facts: the known values of a project. */
export const factsHandlers = {
  listFacts,
  countFacts,
  findFact: findFactByName,
  factsAsOf: async (ctx, { projectId, at }) => ({ items: await factsAsOf(ctx, { projectId, at: new Date(at) }) }),
  factHistory,
  whyFact,
  acceptFact,
  rejectFact,
  chooseFact,
  editFact,
  acceptAllFacts: acceptAllPending,
  undoFacts,
  listKeyQuestions: items(listKeyQuestions),
  answerKeys,
  listFactKeys: items(listFactKeys),
  addFactKey,
  listFactNotes: items(listFactNotes),
  promoteNote,
  listBundles,
  getBundle,
  parseBundle: requestParse,
  postOperations,
  getLedgerSettings,
  changeLedgerSettings,
  addRecord,
  changeRecord,
  enrichBlocks,
  listEnrichments: items(listEnrichments),
  async getBlocks(ctx, input) {
    const blocks = await readBlocks(ctx, input);
    return { items: blocks, markdown: renderBlocks(blocks) };
  },
} satisfies Partial<Handlers>;
