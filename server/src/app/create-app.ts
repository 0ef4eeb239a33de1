import type { ProjectId, UserId } from "@dialectic/contract";
import { assertIsolation, ensureLocalUser, localUserId } from "#access";
import { boardFiles } from "#board";
import type { BoardFiles, ReadNumbers, ReadUndecided } from "#documents";
import { closeStaleExchanges, createRunningExchanges, type RunningExchanges } from "#exchanges";
import { findTurnItems as findItems } from "#items";
import { createWorker, expireAllLeases, type Worker } from "#jobs";
import type { FindItems, OnFactsChanged } from "#ledger";
import { createScheduler, type Scheduler } from "#maintenance";
import type { Embedder } from "#memory";
import { configProblems, createModelJudge, type ModelSettings } from "#models";
import {
  type Clock,
  type Config,
  type Database,
  type FolderLock,
  type Holder,
  type Log,
  type OpeningStep,
  openDatabase,
  readSchema,
  systemClock,
  type UserDb,
  within,
} from "#platform";
import { removeFolder, removeLeftFolders } from "#projects";
import { seedProcesses } from "#recipes";
import { readNumbers, readUndecided } from "#review";
import { createBoardKeeper } from "./board-keeper.ts";
import { callTools } from "./call-tools.ts";
import { chatParts } from "./chat/chat-parts.ts";
import { createEmbedder } from "./create-embedder.ts";
import { jobKinds, treeDirOf } from "./job-kinds.ts";
import { maintenanceTasks } from "./maintenance-tasks.ts";
import { onFactsChanged } from "./subscriptions.ts";

/** The context of an operation on behalf of a user. */
export type Ctx = {
  db: UserDb;
  clock: Clock;
  log: Log;
  models: ModelSettings;
  continuations: number;
  retryWindowMs: number;
  approvalShare: number;
  embedder: Embedder | null;
  /** The exchanges of conversations that this process runs. */
  exchanges: RunningExchanges;
  boardFiles: BoardFiles;
  readNumbers: ReadNumbers;
  readUndecided: ReadUndecided;
  /** Call it when facts change: it updates everything derived from them. */
  onFactsChanged: OnFactsChanged;
  /** Finds the items that a turn is about. */
  findItems: FindItems;
  /** Call it after a board has changed: it syncs the board's files if this process has them. */
  boardChanged(projectId: ProjectId): void;
  /** Call it after a project has been deleted: it deletes the project's folder if this process has it. */
  projectDeleted(project: { id: ProjectId; slug: string }): Promise<void>;
  /** Returns a signal that aborts when the client disconnects; absent if there is no connection. */
  left?: () => AbortSignal;
};

export type App = {
  config: Config;
  database: Database;
  /** The lock on the data folder; null if the data is on a database server. */
  lock: FolderLock | null;
  /** Messages to the user about repairs that were made when the data folder was opened. */
  notes: readonly string[];
  userId: UserId;
  ctx(userId: UserId): Ctx;
  /** Without `background` the worker skips jobs that no user waits for, such as embedding indexed texts. */
  startWorker(settings?: { background?: boolean }): Promise<Worker>;
  /**
   * Starts the maintenance tasks, only once per process. Without `background`, starts only those that are needed while jobs
   * run.
   */
  startMaintenance(settings?: { background?: boolean }): void;
  /** Stops workers and maintenance, then closes the database and releases the folder. */
  close(): Promise<void>;
};

export type CreatedApp = { ok: true; app: App } | { ok: false; holder: Holder };

/**
 * Opens the data (data folder or database server), ensures that the local user and the processes exist, and connects the
 * modules.
 */
export async function createApp(input: {
  config: Config;
  log: Log;
  clock?: Clock;
  /** Called with each step of opening the data. */
  tell?: (step: OpeningStep) => void;
}): Promise<CreatedApp> {
  const { config, log, clock = systemClock, tell } = input;
  const opened = await openDatabase(config, tell);
  if (!opened.ok) return { ok: false, holder: opened.holder };
  const { database, lock, notes } = opened;
  const embedder = createEmbedder(config, log);
  const treeDir = treeDirOf(config);
  tell?.({ doing: "loading" });
  try {
    await assertIsolation(database);
    await ensureLocalUser(database);
    if (lock) await expireAllLeases(database);
    // With the folder's lock, no other process has the data open, so all exchanges still marked as running were interrupted.
    await database.asSystem((db) => closeStaleExchanges(db, { all: lock !== null }), { single: true });
    if (treeDir !== null) await removeLeftFolders(database, { treeDir, log });
    const seeded = await seedProcesses(database);
    for (const warning of seeded.warnings) log.warn(warning);
  } catch (error) {
    await database.close();
    throw error;
  }

  const { models } = callTools(config, log);
  configProblems(models); // logs problems of models.json and providers.json at startup, not when a model is first used
  const boards = treeDir === null ? null : createBoardKeeper({ dataDir: config.dataDir, log });
  const { continuations, retryWindowMs, approvalShare } = config;
  const exchanges = createRunningExchanges({
    database,
    log,
    parts: chatParts({
      ctxOf: (db) => ({ db, clock, log, models, continuations, retryWindowMs, embedder, onFactsChanged, findItems }),
      dataDir: treeDir === null ? null : config.dataDir,
    }),
  });
  const workers: Worker[] = [];
  let maintenance: Scheduler | undefined;
  const app: App = {
    config,
    database,
    lock,
    notes,
    userId: localUserId,
    ctx(userId) {
      const settings = { models, continuations, retryWindowMs, approvalShare };
      const ctx = {
        db: database.as(userId),
        clock,
        log,
        ...settings,
        embedder,
        exchanges,
        boardFiles,
        readNumbers,
        readUndecided,
      };
      return {
        ...ctx,
        onFactsChanged,
        findItems,
        boardChanged: (projectId) => boards?.changed(ctx, projectId),
        async projectDeleted(project) {
          await boards?.settled(); // a running sync would create the folder again
          await removeFolder(ctx.db, { ...project, treeDir });
        },
      };
    },
    async startWorker({ background = true } = {}) {
      const worker = createWorker({
        database,
        kinds: jobKinds(config, log, background ? { embedder } : null),
        concurrency: config.concurrency,
        leaseMs: config.leaseMs,
        pollMs: config.pollMs,
        notify: config.notify,
        retryWindowMs: config.retryWindowMs,
        build: readSchema().sha256,
        // An embedded database has only one worker. If it cannot call a job's model, the job must fail with the reason, not
        // wait for another worker.
        models: config.databaseUrl ? createModelJudge({ database, models }) : undefined,
        log,
      });
      workers.push(worker);
      await worker.start();
      return worker;
    },
    startMaintenance({ background = true } = {}) {
      maintenance ??= createScheduler({ tasks: maintenanceTasks({ config, database, embedder }, { background }), log });
    },
    async close() {
      const stopped = stopWork();
      await (lock ? stopped : within(stopMs, stopped));
      await database.close();
      await stopped;
    },
  };
  return { ok: true, app };

  async function stopWork(): Promise<void> {
    await exchanges.close();
    await Promise.all(workers.map((worker) => worker.stop()));
    await maintenance?.stop();
    await boards?.settled();
    await embedder?.close();
  }
}

/**
 * How long stopping may take with a database server. Workers wait up to four seconds for their jobs. If the database server
 * does not answer, each later statement would wait for a minute. Closing the database after `stopMs` ends these waits.
 */
const stopMs = 10_000;
