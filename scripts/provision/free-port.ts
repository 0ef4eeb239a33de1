import { once } from "node:events";
import { createServer } from "node:net";

/** A loopback port nobody listens on now. Someone may take it before you do: be ready to ask again. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("the system gave no port");
  return address.port;
}
