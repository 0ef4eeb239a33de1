import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Session, SessionId, UserId } from "@dialectic/contract";
import { jobKinds, onFactsChanged } from "#app";
import { boardFiles } from "#board";
import type { TreeSources } from "#documents";
import { findTurnItems } from "#items";
import { createWorker, type Worker } from "#jobs";
import type { FindItems, OnFactsChanged } from "#ledger";
import { createScheduler, type Scheduler } from "#maintenance";
import { createModelJudge, readModelSettings } from "#models";
import { createLog, type Log, readConfig, systemClock, type Tx } from "#platform";
import { seedProcesses } from "#recipes";
import { readNumbers, readUndecided } from "#review";
import { createProject, createSession, getSession, type SessionsCtx } from "#sessions";
import { sweepHolds, sweepWaits } from "#wallet";
import { addUser } from "./add-user.ts";
import { rehearsedSettings } from "./rehearsed-settings.ts";
import { type EngineName, type TestDatabase, testDatabase } from "./test-database.ts";

export type TestApp = TestDatabase & {
  userId: UserId;
  ctx: SessionsCtx & TreeSources & { onFactsChanged: OnFactsChanged; findItems: FindItems };
  /** The app's data folder. */
  dataDir: string;
  startWorker(settings?: WorkerOfApp): Promise<Worker>;
  /** Creates a project with this brief and a session for it. */
  session(input: {
    brief: string;
    models?: string[];
    leadModel?: string;
    auto?: boolean;
    start?: boolean;
    process?: string;
    domain?: string | undefined;
    maxOutputTokens?: number;
    continuations?: number;
    proposals?: number;
    acceptFindings?: boolean;
    budget?: string;
  }): Promise<Session>;
  /** Resolves with the session as soon as it has one of these statuses. */
  reach(id: SessionId, ...statuses: Session["status"][]): Promise<Session>;
};

type WorkerOfApp = {
  /** False if the test itself resumes work, because otherwise a sweep would resume that work first. */
  sweeps?: boolean;
  /** Gives the worker its own environment and data folder. It then takes only jobs of models that it can call. */
  own?: { name: string; env: NodeJS.ProcessEnv; dataDir: string; log?: Log };
};

type Given = {
  env?: NodeJS.ProcessEnv;
  /**
   * Another app, whose database this one shares but does not dispose of. Each app sees only the rows of its own `userId`.
   */
  beside?: TestApp;
  /** A migrated database to use instead of a new one. It is disposed of together with the app. */
  database?: TestDatabase;
};

/**
 * The product without its entry points, with a real database, a real worker that runs every kind of job, and a user of its
 * own.
 */
export async function testApp(engine: EngineName, given: Given = {}): Promise<TestApp> {
  const t = given.beside ?? given.database ?? (await testDatabase(engine));
  if (!given.beside) await seedProcesses(t.database);
  const dataDir = mkdtempSync(join(tmpdir(), "dialectic-app-"));
  const env = { DIALECTIC_SECRET_KEY: randomBytes(32).toString("base64"), ...given.env };
  const config = { ...readConfig(env, { data: dataDir }), databaseUrl: t.url ?? undefined };
  const log = createLog("error");
  const userId = await addUser(t.database);
  const ctx: TestApp["ctx"] = {
    db: t.database.as(userId),
    clock: systemClock,
    log,
    models: readModelSettings(config, rehearsedSettings),
    continuations: config.continuations,
    retryWindowMs: config.retryWindowMs,
    boardFiles,
    readNumbers,
    readUndecided,
    onFactsChanged,
    findItems: findTurnItems,
  };
  const workers: Worker[] = [];
  const schedulers: Scheduler[] = [];
  return {
    ...t,
    userId,
    ctx,
    dataDir,
    async startWorker({ sweeps = true, own } = {}) {
      const its = own
        ? {
            ...readConfig({ DIALECTIC_SECRET_KEY: env.DIALECTIC_SECRET_KEY, ...own.env }, { data: own.dataDir }),
            databaseUrl: config.databaseUrl,
          }
        : config;
      const worker = createWorker({
        database: t.database,
        kinds: jobKinds(its, own?.log ?? log, { embedder: null }),
        ...(own && {
          name: own.name,
          models: createModelJudge({ database: t.database, models: readModelSettings(its, rehearsedSettings) }),
        }),
        concurrency: 4,
        leaseMs: 60_000, // on a busy machine a short lease would expire, and the paid answer would be lost
        pollMs: 200,
        notify: true,
        retryWindowMs: config.retryWindowMs,
        log: own?.log ?? log,
      });
      workers.push(worker);
      await worker.start();
      const tasks = [
        { name: "book expired holds as lost", everyMs: 100, run: () => sweepHolds(t.database) },
        { name: "resume jobs that have become affordable", everyMs: 100, run: () => sweepWaits(t.database) },
      ];
      if (sweeps) schedulers.push(createScheduler({ tasks, log }));
      return worker;
    },
    async session({
      brief,
      process = "brief",
      domain,
      models = ["rehearsal/atlas", "rehearsal/briar"],
      auto = false,
      start = false,
      ...rest
    }) {
      const project = await createProject(ctx, { brief, process, domain });
      return createSession(ctx, { projectId: project.id, models, auto, start, ...rest });
    },
    async reach(id, ...statuses) {
      const { promise, resolve, reject } = Promise.withResolvers<Session>();
      let isLooking = false;
      const look = () => {
        if (isLooking) return; // concurrent polls would slow down the work on a busy machine
        isLooking = true;
        read()
          .then((session) => session && resolve(session), reject)
          .finally(() => {
            isLooking = false;
          });
      };
      // Reading a whole session takes half a dozen statements, so the session is read only when its status is `failed`
      // or one of `statuses`.
      const read = async (): Promise<Session | undefined> => {
        const status = await ctx.db.tx((db) => statusOf(db, id), { single: true });
        if (status && status !== "failed" && !statuses.some((one) => one === status)) return undefined;
        const session = await getSession(ctx, { sessionId: id });
        if (statuses.includes(session.status)) return session;
        // A failed session will not continue, so its error is thrown instead of waiting.
        if (session.status === "failed") throw new Error(session.stages.map((stage) => stage.error).join(""));
        return undefined;
      };
      // Polls at intervals. Polling after each commit would never end, because each poll makes a commit as well.
      const timer = setInterval(look, 50);
      look();
      try {
        return await promise;
      } finally {
        clearInterval(timer);
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...workers, ...schedulers].map((one) => one.stop()));
      if (!given.beside) await t[Symbol.asyncDispose]();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function statusOf(db: Tx, id: SessionId): Promise<string | undefined> {
  const row = await db.selectFrom("sessions").select("status").where("id", "=", id).executeTakeFirst();
  return row?.status;
}
