import type { UserId } from "@dialectic/contract";
import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import { crashPoint } from "../crash-points.ts";
import { AppError } from "../errors.ts";
import type { Connection, Engine, RepeatOptions } from "./connection.ts";
import { DatabaseError, fromDatabase, isRepeatable } from "./database-error.ts";
import { assertNoTransaction, runInside } from "./guards.ts";
import type { Tables } from "./tables.ts";

/** A query builder inside an open transaction. Stores receive it and never open a transaction. */
export type Tx = Kysely<Tables>;

/** The database as one acting user sees it: row-level security filters the rows, not the caller's `where`. */
export type UserDb = {
  readonly userId: UserId;
  tx<T>(body: (db: Tx) => Promise<T>, options?: TxOptions): Promise<T>;
};

/** Statements that are sent together with the commit, in one round trip, and whose results are not read. If one fails, the transaction is rolled back. */
export type BeforeCommit = (db: Tx) => CompiledQuery[];

/**
 * `single`: the body runs one statement, which is sent together with begin and commit in one round trip.
 * `beforeCommit`: the last statements of the transaction. Use it for rows that many transactions lock: they are locked only during the commit.
 * `snapshot`: every statement sees the database as of the first statement. Writes are refused.
 */
export type TxOptions = { single?: boolean; beforeCommit?: BeforeCommit; snapshot?: boolean };

export type Database = {
  readonly engine: Engine["name"];
  as(userId: UserId): UserDb;
  /**
   * Runs without an acting user: rows of users are invisible, except through SQL functions that check access
   * themselves.
   */
  asSystem<T>(body: (db: Tx) => Promise<T>, options?: TxOptions): Promise<T>;
  /** Runs as the owner of the tables, for the schema and seeds. Never use it for anything that a user can reach. */
  asOwner<T>(body: Body<T>): Promise<T>;
  listen(channel: string, heard: () => void): Promise<() => Promise<void>>;
  /**
   * Repeats a statement at an interval, without an acting user. On a PostgreSQL server a thread runs it on a separate
   * connection and continues while the main thread is blocked, for `maxSilenceMs` after the last `set`. On PGlite it
   * runs in the main thread.
   */
  repeat<Row>(options: Omit<RepeatOptions<Row>, "begin">): RepeatedQuery<Row>;
  /** Calls back after every commit made through this object: a cheap hint for readers in the same process. */
  afterCommit(heard: () => void): () => void;
  /** Resolves with the reason once the database can never answer again in this process. */
  readonly lost: Promise<AppError>;
  close(): Promise<void>;
};

export type RepeatedQuery<Row> = {
  /** Replaces the statement. If null, nothing runs until the next statement is set. */
  set(query: ((db: Tx) => CompiledQuery<Row>) | null): void;
  /** Runs the statement immediately, in addition to the runs at the interval. */
  runNow(): void;
  stop(): Promise<void>;
};

type Body<T> = (db: Tx, script: (sql: string) => Promise<void>) => Promise<T>;

const maxRepeats = 5;

/**
 * The database of each transaction. Transactions of the tables' owner are left out: they may read rows that are never
 * committed, which must not be cached.
 */
const homes = new WeakMap<Tx, object>();
export const homeOf = (db: Tx): object | undefined => homes.get(db);

function builderOn(connection: Connection, scope: { over: boolean }): Tx {
  const session: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery) {
      if (scope.over) throw new Error("This transaction is over; its query builder must not be used any more.");
      const { rows, affected } = await connection.query<R>(query.sql, query.parameters);
      return { rows, numAffectedRows: BigInt(affected) };
    },
    // biome-ignore lint/correctness/useYield: streaming is not offered
    async *streamQuery() {
      throw new Error("Streaming is not offered: read in pages.");
    },
  };
  const unused = async () => {
    throw new Error("Transactions are opened by Database, not by the query builder.");
  };
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: async () => undefined,
        acquireConnection: async () => session,
        releaseConnection: async () => undefined,
        beginTransaction: unused,
        commitTransaction: unused,
        rollbackTransaction: unused,
        destroy: async () => undefined,
      }),
    },
  });
}

/** Compiles statements without running them. */
const compiler = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => new DummyDriver(),
  },
});

/** The id becomes part of a statement that row-level security depends on, so anything but a UUID is refused. */
function asUuid(id: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return id;
  throw new AppError("internal", "The acting user's id is not a UUID.", { retry: false });
}

export function createDatabase(engine: Engine): Database {
  const committed = new Set<() => void>();
  const home = {};
  const atHome =
    <T>(body: Body<T>): Body<T> =>
    (db, script) => {
      homes.set(db, home);
      return body(db, script);
    };

  /** Opens with `begin` (which also sets the acting user), runs the body and commits; retries on deadlocks and serialisation failures. */
  async function transaction<T>(begin: string, body: Body<T>, options: TxOptions = {}): Promise<T> {
    assertNoTransaction("A second transaction or a query on the pool");
    const result = await repeated(() =>
      options.single ? single(begin, body) : once(begin, body, options.beforeCommit),
    );
    crashPoint("transaction committed");
    for (const heard of committed) heard();
    return result;
  }

  async function repeated<T>(attempt: () => Promise<T>): Promise<T> {
    for (let repeats = 0; ; repeats++) {
      try {
        return await attempt();
      } catch (error) {
        if (!isRepeatable(error) || repeats >= maxRepeats) throw fromDatabase(error);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** repeats));
      }
    }
  }

  async function once<T>(begin: string, body: Body<T>, beforeCommit?: BeforeCommit): Promise<T> {
    const connection = await engine.acquire();
    const scope = { over: false };
    let broken = false;
    try {
      await connection.begin(begin);
      const builder = builderOn(connection, scope);
      const result = await runInside(() => body(builder, connection.script));
      scope.over = true;
      await connection.commit(beforeCommit?.(builder) ?? []);
      return result;
    } catch (error) {
      scope.over = true;
      await connection.rollback().catch(() => {
        broken = true;
      });
      throw error;
    } finally {
      connection.release(broken);
    }
  }

  async function single<T>(begin: string, body: Body<T>): Promise<T> {
    const connection = await engine.acquire();
    const scope = { over: false };
    let broken = false;
    const alone: Connection = {
      ...connection,
      query: (sql, params) => {
        scope.over = true;
        return connection.alone(begin, sql, params);
      },
    };
    try {
      return await runInside(() => body(builderOn(alone, scope), connection.script));
    } catch (error) {
      broken = !(error instanceof DatabaseError); // not an error that PostgreSQL reported: the connection itself may be broken
      throw error;
    } finally {
      connection.release(broken);
    }
  }

  const actAs = (userId: UserId | null, { snapshot = false }: TxOptions = {}) =>
    `begin${snapshot ? " isolation level repeatable read read only" : ""}; set local role dialectic_app; set local dialectic.user_id = '${userId === null ? "" : asUuid(userId)}'`;
  return {
    engine: engine.name,
    as: (userId) => ({ userId, tx: (body, options) => transaction(actAs(userId, options), atHome(body), options) }),
    asSystem: (body, options) => transaction(actAs(null), atHome(body), options),
    asOwner: (body) => transaction("begin", body),
    listen: (channel, heard) => engine.listen(channel, heard),
    repeat(options) {
      const repetition = engine.repeat({ ...options, begin: actAs(null) });
      return { ...repetition, set: (query) => repetition.set(query?.(compiler) ?? null) };
    },
    afterCommit: (heard) => {
      committed.add(heard);
      return () => committed.delete(heard);
    },
    lost: engine.lost,
    close: () => engine.close(),
  };
}
