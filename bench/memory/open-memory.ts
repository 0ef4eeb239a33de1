import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProjectId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import { createJobKinds, createWorker } from "../../server/src/engine/jobs/index.ts";
import { type Embedder, indexJob, type MemoryCtx } from "../../server/src/llm/memory/index.ts";
import {
  createDatabase,
  createFromTemplate,
  createLog,
  createPgliteEngine,
  createPostgresEngine,
  type Database,
  migrate,
  newId,
} from "../../server/src/platform/index.ts";
import type { BenchServer } from "../bench-server.ts";

/** The product's memory on one engine, for one user. */
export type BenchMemory = AsyncDisposable & {
  engine: string;
  ctx: MemoryCtx;
  /** Creates a separate project for a set of documents. */
  addProject(): Promise<ProjectId>;
  /** Milliseconds that the database alone takes to split every indexed text into words and to store them. */
  splitWords(): Promise<number>;
  /** Runs the jobs that indexing enqueued, and updates the database's statistics. */
  settle(): Promise<void>;
};

export async function openEmbedded(embedder: Embedder | null): Promise<BenchMemory> {
  const dir = mkdtempSync(join(tmpdir(), "dialectic-bench-"));
  await createFromTemplate(join(dir, "database"));
  const database = createDatabase(await createPgliteEngine(join(dir, "database")));
  return open({ engine: "pglite", database, embedder }, async () => rmSync(dir, { recursive: true, force: true }));
}

export async function openOnServer(server: BenchServer, embedder: Embedder | null): Promise<BenchMemory> {
  const fresh = await server.freshDatabase();
  const database = createDatabase(createPostgresEngine(fresh.url));
  await migrate(database);
  return open({ engine: "postgres", database, embedder }, async () => fresh[Symbol.asyncDispose]());
}

async function open(
  { engine, database, embedder }: { engine: string; database: Database; embedder: Embedder | null },
  dispose: () => Promise<void>,
): Promise<BenchMemory> {
  const userId = newId<UserId>();
  await database.asOwner((db) => sql`insert into users (id, name) values (${userId}, 'bench')`.execute(db));
  return {
    engine,
    ctx: { db: database.as(userId), embedder },
    async addProject() {
      const id = newId<ProjectId>();
      await database.asOwner((db) =>
        sql`insert into projects (id, owner_id, name, slug, brief, brief_name, process)
          values (${id}, ${userId}, 'Bench', ${`bench-${id}`}, 'Bench.', 'bench', 'brief')`.execute(db),
      );
      return id;
    },
    async splitWords() {
      const began = performance.now();
      await database.asOwner(async (db) => {
        await sql`
          create temporary table split on commit drop as
          select pos, body, to_tsvector('english', body) as words from memory_passages`.execute(db);
      });
      return performance.now() - began;
    },
    async settle() {
      const kinds = createJobKinds([indexJob({ embedder })]);
      const worker = createWorker({ database, kinds, log: createLog("error"), concurrency: 1 });
      await worker.start();
      await worker.idle();
      await worker.stop();
      await database.asOwner((db) => sql`analyze`.execute(db));
    },
    async [Symbol.asyncDispose]() {
      await database.close();
      await dispose();
    },
  };
}
