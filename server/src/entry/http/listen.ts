import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { AppError } from "#platform";
import { createStarting, type Starting } from "./web/starting.ts";

/**
 * A port that this process listens on. Until `serve` takes over, `starting` answers browsers with a waiting page and
 * programs with 503.
 */
export type Listener = { server: Server; port: number; starting: Starting };

/**
 * Listens on loopback only; port 0 means any free port. Call it before anything else is opened or created, so that nothing
 * has happened yet if the port is in use.
 */
export async function listen(port: number): Promise<Listener> {
  const server = createServer();
  // Longer than clients keep idle connections. Node's default of five seconds could close one that a client is about to
  // use.
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(explain(error, port)));
    server.listen({ host: "127.0.0.1", port }, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new AppError("internal", "The server listens on no port.");
  }
  const starting = createStarting({ port: address.port });
  server.on("request", getRequestListener(starting.fetch));
  return { server, port: address.port, starting };
}

function explain(error: Error, port: number): AppError {
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE" || code === "EACCES") {
    const what = code === "EADDRINUSE" ? "is taken by another program" : "needs permissions that you do not have";
    return new AppError(
      "port_taken",
      `Port ${port} ${what}. Choose another with --port N (0: any that is free) or DIALECTIC_PORT.`,
      { cause: error },
    );
  }
  return new AppError("internal", `The server could not listen on port ${port}: ${error.message}.`, { cause: error });
}
