import pg from "pg";
import { parsers } from "./parsers.ts";

const longestConnectMs = 10_000;

const types = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
};

/** How every connection to a server is made. A server that leaves a statement or a new connection unanswered for `timeoutMs` loses it. */
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

/** Ends a connection without the server, which may be silent. Statements under way fail. */
export function destroyConnection(client: pg.ClientBase): void {
  if (client instanceof pg.Client) client.connection.stream.destroy();
}
