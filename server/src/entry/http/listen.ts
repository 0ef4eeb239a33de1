import { createServer, type RequestListener, type Server } from "node:http";
import { AppError } from "#platform";

/** A port that is ours, answering “not yet” until `serve` takes it over. */
export type Listener = { server: Server; port: number };

/**
 * Takes the port before anything else is opened or made: if it is taken, nothing has happened yet.
 * Loopback only; 0 means any free port.
 */
export async function listen(port: number): Promise<Listener> {
  const server = createServer();
  // Longer than clients keep a connection they do not use: after Node's five seconds a busy one may just be about to.
  server.keepAliveTimeout = 65_000;
  server.on("request", notYet);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(explain(error, port)));
    server.listen({ host: "127.0.0.1", port }, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new AppError("internal", "The server listens on no port.");
  }
  return { server, port: address.port };
}

const notYet: RequestListener = (_request, response) => {
  response.writeHead(503, { "retry-after": "1" }).end();
};

function explain(error: Error, port: number): AppError {
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE" || code === "EACCES") {
    const what = code === "EADDRINUSE" ? "is taken by another program" : "may not be used by you";
    return new AppError(
      "port_taken",
      `Port ${port} ${what}. Choose another with --port N (0: any that is free) or DIALECTIC_PORT.`,
      { cause: error },
    );
  }
  return new AppError("internal", `The server could not listen on port ${port}: ${error.message}.`, { cause: error });
}
