import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { AppError } from "../../errors.ts";
import type { Connection, Engine } from "../connection.ts";
import { DatabaseError } from "../database-error.ts";
import { repeatInMainThread } from "../repeat/repeat-in-main-thread.ts";
import { repeatInThread } from "../repeat/repeat-in-thread.ts";
import { destroyConnection, postgresSettings } from "./postgres-settings.ts";

/**
 * SQLSTATEs with which the server ends or refuses a connection. The server also ends a connection whose transaction was idle
 * for too long (`end_if_silent` in jobs/schema.sql). When it resumes after a silence, it therefore ends every connection
 * with an open transaction.
 */
const connectionErrors = /^(08|25P0[34]|57P0[1235]|53300)/;

/** Returns the error of a statement as a DatabaseError. Any other error means that the connection is unusable. */
function toError(error: unknown): unknown {
  if (error instanceof pg.DatabaseError && !connectionErrors.test(error.code ?? "")) {
    return new DatabaseError({
      message: error.message,
      ...(error.code && { code: error.code }),
      ...(error.constraint && { constraint: error.constraint }),
      ...(error.column && { column: error.column }),
      ...(error.detail && { detail: error.detail }),
    });
  }
  if (error instanceof TypeError) return error; // a parameter that cannot be sent: a bug in our code
  return new AppError(
    "database_unreachable",
    `The connection to the database was lost: ${reasonOf(error)}. Dialectic reconnects automatically.`,
    { cause: error },
  );
}

const cannotConnect = (error: unknown): AppError =>
  new AppError(
    "database_unreachable",
    `The database in DATABASE_URL does not answer: ${reasonOf(error)}. Is the server running, and are user, password and database name right?`,
    { cause: error },
  );

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).replace(/\.$/, "");

/** Scripts have no time limit, because they build the schema. */
const unlimited = 2 ** 31 - 1;

function connect(client: pg.PoolClient): Connection {
  let opening: string | undefined;

  const send = async <T>(statement: () => Promise<T>): Promise<T> => {
    const begin = opening;
    opening = undefined;
    try {
      if (begin === undefined) return await statement();
      const [, result] = await Promise.all([client.query(begin), statement()]);
      return result;
    } catch (error) {
      throw toError(error);
    }
  };
  return {
    // Delayed until the first statement, so that both travel in one round trip. If `begin` fails, the connection is in
    // a failed transaction and refuses that statement as well.
    begin: async (sql) => {
      opening = sql;
    },
    query: async (sql, params) => {
      const result = await send(() => client.query(sql, params as unknown[]));
      return { rows: result.rows, affected: result.rowCount ?? 0 };
    },
    alone: async (begin, sql, params) => {
      const trip = [client.query(begin), client.query(sql, params as unknown[]), client.query("commit")] as const;
      const [begun, answered, committed] = await Promise.allSettled(trip);
      if (begun.status === "rejected") throw toError(begun.reason);
      if (answered.status === "rejected") throw toError(answered.reason); // the server has turned the commit into a rollback
      if (committed.status === "rejected") throw toError(committed.reason);
      return { rows: answered.value.rows, affected: answered.value.rowCount ?? 0 };
    },
    commit: async (last) => {
      const begin = opening;
      opening = undefined;
      const trip = [
        ...(begin === undefined ? [] : [client.query(begin)]),
        ...last.map(({ sql, parameters }) => client.query(sql, [...parameters])),
        client.query("commit"),
      ];
      // After the first failure the server refuses the other statements, and the commit becomes a rollback.
      for (const ended of await Promise.allSettled(trip)) {
        if (ended.status === "rejected") throw toError(ended.reason);
      }
    },
    script: async (sql) => {
      const statements: pg.QueryConfig & { query_timeout: number } = { text: sql, query_timeout: unlimited };
      await send(() => client.query(statements));
    },
    rollback: async () => {
      await send(() => client.query("rollback"));
    },
    release: (broken) => client.release(broken),
  };
}

type PostgresOptions = {
  maxConnections?: number;
  onError?: (error: Error) => void;
  /** A connection is replaced when the server leaves a statement or a new connection unanswered for this long. */
  timeoutMs?: number;
  /** If false, statements are repeated in the main thread, to measure what the separate thread costs. */
  repeatsInThread?: boolean;
};

const defaultTimeoutMs = 60_000;
/**
 * Idle connections are kept this long. A person reads a page or a model's answer for about a minute, and what they do next
 * should not have to open eight connections at once.
 */
const idleMs = 120_000;
/** Closing waits this long for running statements. */
const closeMs = 2_000;
const firstDelayMs = 100;
const longestDelayMs = 2_000;

export function createPostgresEngine(url: string, options: PostgresOptions = {}): Engine {
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  const settings = postgresSettings(url, timeoutMs);
  const pool = new pg.Pool({ ...settings, max: options.maxConnections ?? 10, idleTimeoutMillis: idleMs });
  const clients = new Set<pg.PoolClient>();
  pool.on("error", (error) => options.onError?.(error));
  pool.on("connect", (client) => {
    clients.add(client);
    // The server may end a connection between two statements. The next statement reports the error; without this
    // listener it would end the process.
    client.on("error", () => undefined);
  });
  pool.on("remove", (client) => clients.delete(client));

  /** Opens a separate connection that listens; `ended` resolves when it is no longer usable. */
  async function openListener(channel: string, heard: () => void): Promise<{ ended: Promise<void>; end(): void }> {
    const client = new pg.Client(settings);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    client.on("notification", () => heard());
    client.on("error", () => end()); // one failure raises several errors: the server's message, then the closed socket
    client.on("end", () => end());
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      destroyConnection(client);
      throw cannotConnect(error);
    }
    // A silent server closes nothing, so the connection is probed at intervals.
    const probe = setInterval(() => client.query("select 1").catch(() => end()), timeoutMs / 2);
    probe.unref();
    void ended.then(() => {
      clearInterval(probe);
      destroyConnection(client);
    });
    heard(); // a notification may have been missed before LISTEN took effect
    return { ended, end };
  }

  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    const closed = pool.end();
    await Promise.race([closed, wait(closeMs)]);
    for (const client of clients) destroyConnection(client);
    await closed;
  }

  async function acquire(): Promise<Connection> {
    try {
      return connect(await pool.connect());
    } catch (error) {
      throw cannotConnect(error);
    }
  }

  return {
    name: "postgres",
    acquire,
    async listen(channel, heard) {
      const stopping = new AbortController();
      let listener = await openListener(channel, heard);
      const kept = keepListening();
      return async () => {
        stopping.abort();
        listener.end();
        await kept;
      };

      async function keepListening(): Promise<void> {
        for (let delayMs = firstDelayMs; ; ) {
          await listener.ended;
          if (stopping.signal.aborted) return;
          await wait(delayMs, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
          if (stopping.signal.aborted) return;
          try {
            listener = await openListener(channel, heard);
            if (stopping.signal.aborted) listener.end();
            delayMs = firstDelayMs;
          } catch {
            delayMs = Math.min(2 * delayMs, longestDelayMs);
          }
        }
      }
    },
    repeat: (repeat) =>
      options.repeatsInThread === false ? repeatInMainThread(acquire, repeat) : repeatInThread(url, repeat),
    lost: new Promise(() => undefined),
    close: () => (closing ??= close()),
  };
}
