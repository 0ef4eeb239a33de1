import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Session, SessionId, UserId } from "@dialectic/contract";
import { jobKinds } from "#app";
import { createWorker, type Worker } from "#jobs";
import { readModelSettings } from "#models";
import { createLog, readConfig, systemClock } from "#platform";
import { seedProcesses } from "#recipes";
import { createProject, createSession, getSession, type SessionsCtx } from "#sessions";
import { addUser } from "./add-user.ts";
import { type EngineName, type TestDatabase, testDatabase } from "./test-database.ts";

export type TestApp = TestDatabase & {
  userId: UserId;
  ctx: SessionsCtx;
  /** Where the embedded tree is kept up. */
  dataDir: string;
  startWorker(): Promise<Worker>;
  /** A project of this brief and a session over it. */
  session(input: {
    brief: string;
    models?: string[];
    auto?: boolean;
    start?: boolean;
    process?: string;
    maxOutputTokens?: number;
  }): Promise<Session>;
  /** The session, as soon as it is in one of these statuses. */
  reach(id: SessionId, ...statuses: Session["status"][]): Promise<Session>;
};

/** The product without doors: a real database, a real worker with every kind of job, a user of its own. */
export async function testApp(engine: EngineName, given: { env?: NodeJS.ProcessEnv } = {}): Promise<TestApp> {
  const t = await testDatabase(engine);
  await seedProcesses(t.database);
  const dataDir = mkdtempSync(join(tmpdir(), "dialectic-app-"));
  const env = { DIALECTIC_SECRET_KEY: randomBytes(32).toString("base64"), ...given.env };
  const config = { ...readConfig(env, { data: dataDir }), databaseUrl: t.url ?? undefined };
  const log = createLog("error");
  const userId = await addUser(t.database);
  const ctx: SessionsCtx = { db: t.database.as(userId), clock: systemClock, log, models: readModelSettings(config) };
  const workers: Worker[] = [];
  return {
    ...t,
    userId,
    ctx,
    dataDir,
    async startWorker() {
      const worker = createWorker({
        database: t.database,
        kinds: jobKinds(config),
        concurrency: 4,
        leaseMs: 5_000,
        pollMs: 200,
        notify: true,
        log,
      });
      workers.push(worker);
      await worker.start();
      return worker;
    },
    async session({
      brief,
      process = "brief",
      models = ["rehearsal/atlas", "rehearsal/briar"],
      auto = false,
      start = false,
      ...rest
    }) {
      const project = await createProject(ctx, { brief, process });
      return createSession(ctx, { projectId: project.id, models, auto, start, ...rest });
    },
    async reach(id, ...statuses) {
      const { promise, resolve, reject } = Promise.withResolvers<Session>();
      const look = () =>
        getSession(ctx, { sessionId: id }).then(
          (session) => statuses.includes(session.status) && resolve(session),
          reject,
        );
      // In step with the workers' commits, but never one look after another's own commit: those would not end.
      const timer = setInterval(look, 50);
      try {
        return await promise;
      } finally {
        clearInterval(timer);
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await t[Symbol.asyncDispose]();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
