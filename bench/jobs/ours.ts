import { sql } from "kysely";
import { z } from "zod";
import { ensureLocalUser } from "../../server/src/engine/access/index.ts";
import { createJobKinds, createWorker, defineJobKind, enqueue } from "../../server/src/engine/jobs/index.ts";
import {
  createDatabase,
  createLog,
  createPostgresEngine,
  migrate,
  readConfig,
} from "../../server/src/platform/index.ts";
import type { Contender } from "./contender.ts";
import { installedVersion } from "./installed-version.ts";

const kind = "execute";
const Payload = z.object({ n: z.number() });
const takeoverLeaseMs = 1_000;
const config = readConfig({});

/** Our engine as the product runs it: the same worker, tables, triggers and row-level security. */
export const ours: Contender = {
  name: "ours",
  version: installedVersion("@dialectic/server"),
  means: "writes lease, fence and a numbered event in the commit that leases",
  takeover: { limitMs: takeoverLeaseMs, beatMs: takeoverLeaseMs / 3 },
  guarantees: {
    fencing: "every write of an attempt and its completion name the lease; an older one is refused",
    events: "two for each job here (processing, completed), in the same transactions, numbered in commit order",
    dependencies: "parents wait for children in steps, jobs for prerequisites; woken in the completing transaction",
  },
  async install(url) {
    const database = createDatabase(createPostgresEngine(url));
    await migrate(database);
    await ensureLocalUser(database);
    await database.close();
  },
  async openProducer(url) {
    const database = createDatabase(createPostgresEngine(url, { maxConnections: 2 }));
    const user = database.as(await ensureLocalUser(database));
    return {
      // Inserts the same rows as `enqueue` in one statement, because filling is not measured.
      async fill(count) {
        await user.tx((db) =>
          sql`
            select insert_job(jsonb_build_object('kind', ${kind}::text, 'payload', jsonb_build_object('n', n)))
            from generate_series(1, ${count}::int) as n`.execute(db),
        );
      },
      async enqueue(n) {
        await user.tx((db) => enqueue(db, { kind, payload: { n } }));
      },
      close: () => database.close(),
    };
  },
  async openWorker({ url, concurrency, purpose }, handler) {
    const database = createDatabase(createPostgresEngine(url, { maxConnections: concurrency + 4 }));
    await Promise.all(Array.from({ length: concurrency }, () => database.asSystem((db) => sql`select 1`.execute(db))));
    const noop = defineJobKind({
      kind,
      payload: Payload,
      async run(_ctx, job) {
        await handler(job.payload);
        return { type: "done" };
      },
    });
    const worker = createWorker({
      database,
      concurrency,
      kinds: createJobKinds([noop]),
      log: createLog("warn"),
      leaseMs: purpose === "takeover" ? takeoverLeaseMs : config.leaseMs,
      pollMs: config.pollMs,
    });
    return { start: () => worker.start() };
  },
  drained: "select not exists (select from jobs where status <> 'completed')",
};
