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
  return {
    query: async (sql, params) => {
      try {
        const result = await client.query(sql, params as unknown[]);
        return { rows: result.rows, affected: result.rowCount ?? 0 };
      } catch (error) {
        throw asDatabaseError(error);
      }
    },
    script: async (sql) => {
      try {
        await client.query(sql);
      } catch (error) {
        throw asDatabaseError(error);
      }
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
  const settings = { connectionString: url, types, application_name: "dialectic" };
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
    close: () => pool.end(),
  };
}
