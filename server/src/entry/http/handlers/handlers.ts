import type { Job, JobId } from "@dialectic/contract";
import type { Ctx } from "#app";
import { testModel } from "#calls";
import { tryFit } from "#context";
import {
  getDocument,
  getLinkedDocument,
  getPlan,
  listDocuments,
  listProjectFiles,
  listReceipts,
  readProjectFile,
} from "#documents";
import { listNotifications, readNotification } from "#events";
import { cancelJob, getJob, listJobs, pauseJob, resumeJob, retryJob } from "#jobs";
import {
  addEmbeddingModel,
  addModel,
  configProblems,
  getModel,
  listEmbeddingModelsFor,
  listModelsFor,
  listProviderKeys,
  removeModel,
  removeProviderKey,
  setProviderKey,
} from "#models";
import type { Tx } from "#platform";
import { deleteProject } from "#projects";
import { addTemplates, listDomains, listProcesses } from "#recipes";
import { getClaims, getDocumentChecks, getQuestions, getScores } from "#review";
import {
  answerQuestion,
  archiveSession,
  cancelStage,
  changeOutputCap,
  chooseVerdict,
  continueWithout,
  createProject,
  createQuote,
  createSession,
  findByName,
  generateStage,
  getProject,
  getSession,
  listInbox,
  listLabels,
  listProjects,
  listSessions,
  pauseStage,
  restoreSession,
  resumeStage,
  retryStage,
  submitStage,
} from "#sessions";
import { boardHandlers } from "./board-handlers.ts";
import { conversationHandlers } from "./conversation-handlers.ts";
import { factsHandlers } from "./facts-handlers.ts";
import { type Handlers, items, pages } from "./handler.ts";
import { itemsHandlers } from "./items-handlers.ts";
import { memoryHandlers } from "./memory-handlers.ts";
import { steeringHandlers } from "./steering-handlers.ts";
import { walletHandlers } from "./wallet-handlers.ts";

/** Runs a job operation in a new transaction. Sessions call the same operations inside their own transactions. */
const job = (act: (db: Tx, jobId: JobId) => Promise<Job>) => {
  return (ctx: Ctx, { jobId }: { jobId: JobId }) => ctx.db.tx((db) => act(db, jobId));
};

/** The handler of every route. A route of the contract without a handler does not compile. */
export const handlers: Handlers = {
  listModels: items(listModelsFor),
  getModel,
  addModel,
  listEmbeddingModels: items(listEmbeddingModelsFor),
  addEmbeddingModel,
  removeModel,
  testModel,
  getConfiguration: async ({ models }) => ({ problems: configProblems(models) }),
  listProviderKeys: items(listProviderKeys),
  setProviderKey,
  removeProviderKey,
  listProcesses: items(listProcesses),
  listDomains: items(listDomains),
  addTemplates,
  listProjects,
  createProject,
  getProject,
  async deleteProject(ctx, input) {
    const deleted = await deleteProject(ctx, input);
    await ctx.projectDeleted(deleted);
    return { id: deleted.id };
  },
  listProjectFiles: items(listProjectFiles),
  readProjectFile,
  createQuote,
  createSession,
  listSessions,
  listAllSessions: listSessions,
  getSession,
  archiveSession,
  restoreSession,
  generateStage,
  submitStage,
  pauseStage,
  resumeStage,
  cancelStage,
  changeOutputCap,
  retryStage,
  continueWithout,
  listDocuments,
  getDocument,
  getPlan,
  fitContext: tryFit,
  listReceipts: items(listReceipts),
  getDocumentChecks,
  getLinkedDocument,
  getClaims,
  chooseVerdict,
  getScores,
  getQuestions: items(getQuestions),
  answerQuestion,
  listLabels: items(listLabels),
  ...steeringHandlers,
  ...factsHandlers,
  ...itemsHandlers,
  ...conversationHandlers,
  ...boardHandlers,
  listJobs: (ctx, filter) => ctx.db.tx((db) => listJobs(db, filter)),
  getJob: job(getJob),
  retryJob: job(retryJob),
  pauseJob: job(pauseJob),
  resumeJob: job(resumeJob),
  cancelJob: job(cancelJob),
  ...memoryHandlers,
  findByName,
  listInbox,
  listNotifications: pages(listNotifications),
  readNotification,
  ...walletHandlers,
};
