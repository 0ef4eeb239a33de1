import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { JobId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import { enqueue, type NewJob } from "#jobs";
import type { Database } from "#platform";
import { addUser, testDatabase, testProgram } from "#test";
import { namedUrl } from "./until-forgotten.ts";

export const leaseMs = 1000;

export type WorkerProcess = { pid: number; name: string; process: ChildProcess; exited: Promise<unknown> };

/** A PostgreSQL database with a user, a table of effects, and real worker processes that run `program`. */
export async function setupWorkers(program: "job-worker" | "rate-worker" = "job-worker") {
  const test = await testDatabase("postgres");
  const { database, url } = test;
  if (!url) throw new Error("Worker processes need a server.");
  const userId = await addUser(database);
  const effectsDir = mkdtempSync(join(tmpdir(), "dialectic-effects-"));
  // Deliberately without a unique key, so that an effect that happens twice can be seen.
  await database.asOwner((db) => sql`create table effects (job_id uuid, fence bigint, pid int)`.execute(db));
  await database.asOwner((db) => sql`grant insert on effects to dialectic_app`.execute(db));
  const workers = new Set<WorkerProcess>();
  let count = 0;

  async function start(
    options: { notify?: boolean; concurrency?: number; leaseMs?: number; maxBlockMs?: number } = {},
  ): Promise<WorkerProcess> {
    count += 1;
    const name = `worker-${count}`;
    const child = spawn(process.execPath, [testProgram(program)], {
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...process.env,
        DATABASE_URL: namedUrl(url ?? "", name),
        EFFECTS_DIR: effectsDir,
        LEASE_MS: String(options.leaseMs ?? leaseMs),
        CONCURRENCY: String(options.concurrency ?? 4),
        MAX_BLOCK_MS: String(options.maxBlockMs ?? 300_000),
        NOTIFY: options.notify === false ? "off" : "on",
      },
    });
    const exited = once(child, "exit");
    await Promise.race([
      once(child.stdout, "data"),
      exited.then(() => {
        throw new Error("The worker process ended before it was ready.");
      }),
    ]);
    const worker = { pid: child.pid ?? 0, name, process: child, exited };
    workers.add(worker);
    exited.then(() => workers.delete(worker));
    return worker;
  }

  return {
    database,
    userId,
    workers,
    start,
    ...queries(database, userId),
    files: () => readdirSync(effectsDir),
    async [Symbol.asyncDispose]() {
      for (const worker of workers) worker.process.kill("SIGKILL");
      await Promise.all([...workers].map((worker) => worker.exited));
      rmSync(effectsDir, { recursive: true });
      await test[Symbol.asyncDispose]();
    },
  };
}

function queries(database: Database, userId: UserId) {
  const read = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
    (await database.asOwner((db) => query.execute(db))).rows;
  return {
    read,
    add: (job: Partial<NewJob>): Promise<JobId> =>
      database.as(userId).tx((db) => enqueue(db, { kind: "execute", payload: {}, ...job })),
    /** Resolves as soon as the query returns rows. */
    async until<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
      for (;;) {
        const rows = await read(query);
        if (rows.length > 0) return rows;
        await wait(5); // leaves the CPU cores to the workers
      }
    },
  };
}
