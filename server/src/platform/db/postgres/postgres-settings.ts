import pg from "pg";
import { parsers } from "../parsers.ts";

const longestConnectMs = 10_000;

const types = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
};

/**
 * Settings of every connection to a server. A connection is closed if the server leaves a statement unanswered for
 * `timeoutMs`. An attempt to connect is given up after the same time, but after ten seconds at most.
 */
export const postgresSettings = (url: string, timeoutMs: number) => ({
  connectionString: url,
  types,
  application_name: "dialectic",
  keepAlive: true,
  keepAliveInitialDelayMillis: longestConnectMs,
  connectionTimeoutMillis: Math.min(timeoutMs, longestConnectMs),
  query_timeout: timeoutMs,
  pipeline: true,
});

/** Closes a connection without waiting for the server, which may be silent. Running statements fail. */
export function destroyConnection(client: pg.ClientBase): void {
  if (client instanceof pg.Client) client.connection.stream.destroy();
}
