import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export type Handle = (request: IncomingMessage, response: ServerResponse) => unknown;

export type Loopback = {
  url: string;
  /** Cuts open connections, and refuses new ones until `up` is called. */
  down(): Promise<void>;
  up(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Starts a server on a free local port. `handle` answers the requests; if it throws, the connection is dropped. */
export async function startLoopback(handle: Handle): Promise<Loopback> {
  const server = createServer(async (request, response) => {
    try {
      await handle(request, response);
    } catch {
      response.destroy();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const down = async () => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    down,
    async up() {
      server.listen(address.port, "127.0.0.1");
      await once(server, "listening");
    },
    [Symbol.asyncDispose]: down,
  };
}
