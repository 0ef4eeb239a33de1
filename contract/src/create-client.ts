import { type Client, createClientFor, type Send } from "./client.ts";
import { routes } from "./routes.ts";

/** A client that validates every response, for programs that may talk to a server of another version. */
export const createClient = (send: Send): Client => createClientFor(routes, send);
