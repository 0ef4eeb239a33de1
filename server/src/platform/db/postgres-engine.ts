import pg from "pg";
import { AppError } from "../errors.ts";
import type { Connection, Engine } from "./connection.ts";
import { DatabaseError } from "./database-error.ts";
import { parsers } from "./parsers.ts";

const types = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
};

const asDatabaseError = (error: unknown) =>
  error instanceof pg.DatabaseError
    ? new DatabaseError({
        message: error.message,
        ...(error.code && { code: error.code }),
        ...(error.constraint && { constraint: error.constraint }),
        ...(error.detail && { detail: error.detail }),
      })
    : error;

function connect(client: pg.PoolClient): Connection {
  // The server may end a session between two statements. The next statement meets the error; without a listener
  // it would end this process instead.
  const ignore = () => undefined;
  client.on("error", ignore);
  let opening: string | undefined;

  const send = async <T>(statement: () => Promise<T>): Promise<T> => {
    const begin = opening;
    opening = undefined;
    try {
      if (begin === undefined) return await statement();
      const [, result] = await Promise.all([client.query(begin), statement()]);
      return result;
    } catch (error) {
      throw asDatabaseError(error);
    }
  };
  return {
    // Kept back until the first statement: both travel in one trip. Should it fail, the session is in a failed
    // transaction and refuses that statement, too.
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
      if (begun.status === "rejected") throw asDatabaseError(begun.reason);
      if (answered.status === "rejected") throw asDatabaseError(answered.reason); // the commit was a rollback then
      if (committed.status === "rejected") throw asDatabaseError(committed.reason);
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
      // After the first that failed the others are refused, and the commit was a rollback.
      for (const ended of await Promise.allSettled(trip)) {
        if (ended.status === "rejected") throw asDatabaseError(ended.reason);
      }
    },
    script: async (sql) => {
      await send(() => client.query(sql));
    },
    release: (broken) => {
      client.off("error", ignore);
      client.release(broken);
    },
  };
}

export function createPostgresEngine(
  url: string,
  options: { maxConnections?: number; onError?: (error: Error) => void } = {},
): Engine {
  const settings = { connectionString: url, types, application_name: "dialectic", pipeline: true };
  const pool = new pg.Pool({ ...settings, max: options.maxConnections ?? 10 });
  pool.on("error", (error) => options.onError?.(error));

  return {
    name: "postgres",
    async acquire() {
      try {
        return connect(await pool.connect());
      } catch (error) {
        const reason = error instanceof Error ? error.message || String(error) : String(error);
        throw new AppError(
          "database_unreachable",
          `The database in DATABASE_URL does not answer: ${reason}. Is the server running, and are user, password and database name right?`,
          { cause: error },
        );
      }
    },
    async listen(channel, heard) {
      let closed = false;
      let client: pg.Client | undefined;
      const start = async (): Promise<void> => {
        client = new pg.Client({ ...settings, keepAlive: true });
        client.on("notification", () => heard());
        client.on("error", () => again());
        await client.connect();
        await client.query(`listen ${pg.escapeIdentifier(channel)}`);
        heard(); // what was missed while nobody listened
      };
      const again = (): void => {
        if (closed) return;
        setTimeout(() => {
          if (!closed) start().catch(again);
        }, 500).unref();
      };
      await start();
      return async () => {
        closed = true;
        await client?.end();
      };
    },
    lost: new Promise(() => undefined),
    close: () => pool.end(),
  };
}
