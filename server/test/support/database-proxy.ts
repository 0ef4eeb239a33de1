import { createServer, type Socket, connect as tcp } from "node:net";

/** A TCP proxy in front of a PostgreSQL server. Tests use it to cut, silence or refuse connections. */
type DatabaseProxy = {
  /** The URL at which clients reach the database through the proxy. */
  readonly url: string;
  /** The number of open connections. */
  open(): number;
  /** The number of connections accepted so far. */
  accepted(): number;
  /** Closes every open connection immediately, without an error message. */
  cut(): void;
  /**
   * Sends an error message on every open connection and closes it, as a server does when it shuts down. `code` is the
   * SQLSTATE to send; the default is that of a shutdown.
   */
  shutDown(code?: string): void;
  /**
   * `forward`: the normal state. `silent`: accepts connections but forwards nothing. `deaf`: drops what the server sends.
   * `end`: closes each new connection after its first packet. `starting`: answers new connections as a server that is
   * starting up does.
   */
  set(mode: Mode): void;
  [Symbol.asyncDispose](): Promise<void>;
};

type Mode = "forward" | "silent" | "deaf" | "end" | "starting";

/** An ErrorResponse message of the wire protocol. */
function fatal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mthe database system is ${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const talking = new Set<Socket>();
  let mode: Mode = "forward";
  let accepted = 0;
  let clients = 0;

  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  };

  const server = createServer((client) => {
    accepted += 1;
    clients += 1;
    keep(client);
    client.on("close", () => (clients -= 1));
    if (mode === "end") return void client.once("data", () => client.destroy());
    if (mode === "starting") return void client.once("data", () => client.end(fatal("57P03", "starting up")));
    talking.add(client);
    client.on("close", () => talking.delete(client));
    const upstream = tcp(Number(target.port || 5432), target.hostname);
    keep(upstream);
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
    client.on("data", (data) => void (mode === "silent" || upstream.write(data)));
    upstream.on("data", (data) => void (mode === "silent" || mode === "deaf" || client.write(data)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(address.port);

  return {
    url: url.href,
    open: () => clients,
    accepted: () => accepted,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    shutDown(code = "57P01") {
      for (const client of talking) client.end(fatal(code, "shutting down"));
    },
    set(next) {
      mode = next;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
