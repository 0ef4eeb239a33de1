import type { JobId, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll } from "vitest";
import { enqueue, type NewJob } from "#jobs";
import { newId, type Tx } from "#platform";
import { addUser, type TestDatabase, testDatabase } from "#test";
import { hold } from "./holds/holds.ts";
import { auditWallets, getBalance, type HoldId, loseHold, refund, release, settle, topUp } from "./index.ts";
import type { HoldInput, HoldOutcome } from "./wallet-types.ts";

/** The database of each engine, and how many suites of this file still need it. */
const open = new Map<TestDatabase["engine"], { suites: number; database?: Promise<TestDatabase> }>();

/**
 * One database for all suites of a file. Each call returns a new user with this balance, and operations on the wallet.
 */
export function sharedWallet(engine: TestDatabase["engine"]) {
  const shared = open.get(engine) ?? { suites: 0 };
  open.set(engine, shared);
  shared.suites += 1; // all suites are registered before the first one runs
  beforeAll(async () => {
    shared.database ??= testDatabase(engine);
    await shared.database;
  });
  afterAll(async () => {
    shared.suites -= 1;
    if (shared.suites > 0) return;
    open.delete(engine);
    await (await shared.database)?.[Symbol.asyncDispose]();
  });
  return async ({ balance = 0n }: { balance?: bigint } = {}) => {
    if (!shared.database) throw new Error("The database is not open yet.");
    return walletOf(await shared.database, balance);
  };
}

export type TestWallet = Awaited<ReturnType<typeof walletOf>>;

export async function walletOf({ database, url }: TestDatabase, balance: bigint) {
  const userId = await addUser(database);
  const ctx = { db: database.as(userId) };
  const tx = <T>(body: (db: Tx) => Promise<T>) => ctx.db.tx(body);
  if (balance > 0n) await topUp(ctx, { amount: balance, key: "first" });
  let calls = 0;

  const ask = (input: Partial<HoldInput> = {}): Promise<HoldOutcome> => {
    calls += 1;
    const defaults = { callKey: `call-${calls}`, attempt: "1", amount: 10n, lease: { leaseMs: 60_000 }, scope: {} };
    return tx((db) => hold(db, { ...defaults, ...input }));
  };
  const owned = async <Row>(query: ReturnType<typeof sql<Row>>) =>
    (await database.asOwner((db) => query.execute(db))).rows;

  return {
    database,
    url,
    userId,
    ctx,
    tx,
    ask,
    /** Runs a query as the tables' owner, a superuser, whom only triggers and constraints restrict. */
    asSuperuser: owned,
    async held(input: Partial<HoldInput> = {}): Promise<HoldId> {
      const outcome = await ask(input);
      if (!outcome.ok) throw new Error(`The hold was refused: ${outcome.reason}.`);
      return outcome.holdId;
    },
    settle: (holdId: HoldId, actual: bigint, estimated = false) =>
      tx((db) => settle(db, { holdId, actual, estimated })),
    release: (holdId: HoldId) => tx((db) => release(db, holdId)),
    lose: (holdId: HoldId, estimate?: bigint) =>
      tx((db) => loseHold(db, { holdId, ...(estimate !== undefined && { estimate }) })),
    refund: (of: string, key = "refund", reason = "It could not be saved.") =>
      tx((db) => refund(db, { key, of, reason })),
    balance: () => getBalance(ctx),
    async accounts(): Promise<Record<string, bigint>> {
      const rows = await tx(async (db) => {
        return (
          await sql<{
            kind: string;
            balance: bigint;
          }>`select kind, balance from wallet_accounts where balance <> 0`.execute(db)
        ).rows;
      });
      return Object.fromEntries(rows.map((row) => [row.kind, row.balance]));
    },
    async state(holdId: HoldId): Promise<string | undefined> {
      const rows = await owned(sql<{ state: string }>`select state from wallet_holds where id = ${holdId}`);
      return rows[0]?.state;
    },
    audit: () => tx(auditWallets),
    async events(): Promise<string[]> {
      const rows = await owned(
        sql<{ kind: string }>`select kind from events where owner_id = ${userId} and kind like 'wallet.%' order by id`,
      );
      return rows.map((row) => row.kind);
    },
    ...jobMoves({ tx, owned }),
  };
}

type Moves = {
  tx: <T>(body: (db: Tx) => Promise<T>) => Promise<T>;
  owned: <Row>(query: ReturnType<typeof sql<Row>>) => Promise<Row[]>;
};

/** Changes jobs as a worker would, without running a worker. */
function jobMoves({ tx, owned }: Moves) {
  return {
    addJob: (job: Partial<NewJob> = {}): Promise<JobId> =>
      tx((db) => enqueue(db, { kind: "execute", payload: {}, id: newId<JobId>(), ...job })),
    /** Leases the job as a worker would. Returns the fence. */
    async lease(id: JobId): Promise<bigint> {
      const rows = await owned(sql<{ fence: bigint }>`
        update jobs set status = 'processing', fence = fence + 1, lease_owner = 'test',
          lease_expires_at = clock_timestamp() + interval '1 minute'
        where id = ${id}
        returning fence`);
      return rows[0]?.fence ?? 0n;
    },
    /** Ends the lease now, as if the worker had fallen silent. */
    expire: (id: JobId) => owned(sql`update jobs set lease_expires_at = clock_timestamp() where id = ${id}`),
    pause: (id: JobId, fence: bigint, reason: "funds" | "approval" = "funds") =>
      tx((db) => sql`select pause_attempt(${id}, ${fence}, ${reason})`.execute(db)),
    async jobStatus(id: JobId): Promise<string | undefined> {
      return (await owned(sql<{ status: string }>`select status from jobs where id = ${id}`))[0]?.status;
    },
    newSession: () => newId<SessionId>(),
  };
}
