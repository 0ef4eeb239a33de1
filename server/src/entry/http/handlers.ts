import type { Client, Job, JobId, RouteName, routes } from "@dialectic/contract";
import type { z } from "zod";
import type { Ctx } from "#app";
import { getDocument, listDocuments, listProjectFiles, readProjectFile } from "#documents";
import { listNotices, readNotice } from "#events";
import { cancelJob, getJob, listJobs, pauseJob, resumeJob, retryJob } from "#jobs";
import { listModels } from "#models";
import type { Tx } from "#platform";
import { listProcesses } from "#recipes";
import {
  cancelStage,
  createProject,
  createQuote,
  createSession,
  generateStage,
  getProject,
  getSession,
  listProjects,
  listSessions,
  pauseStage,
  resumeStage,
  retryStage,
  submitStage,
} from "#sessions";

type Part<R, Key extends string> = R extends { [K in Key]: infer S extends z.ZodType } ? z.output<S> : unknown;
type Input<R> = Part<R, "body"> & Part<R, "query"> & Part<R, "params">;

type Handlers = {
  [Name in RouteName]: (ctx: Ctx, input: Input<(typeof routes)[Name]>) => Promise<Awaited<ReturnType<Client[Name]>>>;
};

/** A list as the API answers it. */
const items = <Input, Item>(list: (ctx: Ctx, input: Input) => Item[] | Promise<Item[]>) => {
  return async (ctx: Ctx, input: Input) => ({ items: await list(ctx, input) });
};

/** The verbs of jobs work inside a transaction, because sessions use them in their own. */
const job = (act: (db: Tx, jobId: JobId) => Promise<Job>) => {
  return (ctx: Ctx, { jobId }: { jobId: JobId }) => ctx.db.tx((db) => act(db, jobId));
};

/** Who answers which route. A route of the contract without a handler here does not compile. */
export const handlers: Handlers = {
  listModels: items(() => listModels()),
  listProcesses: items(listProcesses),
  listProjects: items(listProjects),
  createProject,
  getProject,
  listProjectFiles: items(listProjectFiles),
  readProjectFile,
  createQuote: (ctx, input) => createQuote(ctx, input),
  createSession,
  listSessions: items(listSessions),
  getSession,
  generateStage,
  submitStage,
  pauseStage,
  resumeStage,
  cancelStage,
  retryStage,
  listDocuments: items(listDocuments),
  getDocument,
  listJobs: items((ctx, filter) => ctx.db.tx((db) => listJobs(db, filter))),
  getJob: job(getJob),
  retryJob: job(retryJob),
  pauseJob: job(pauseJob),
  resumeJob: job(resumeJob),
  cancelJob: job(cancelJob),
  listNotices: items(listNotices),
  readNotice,
};
