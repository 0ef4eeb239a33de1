import { once } from "node:events";
import { createServer } from "node:net";

/** Returns an unused loopback port. Another process may take it first: be ready to retry. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("the system gave no port");
  return address.port;
}
