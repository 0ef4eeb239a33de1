import { getRequestListener } from "@hono/node-server";
import { keepSecret } from "#access";
import type { App } from "#app";
import { type Log, proofOf } from "#platform";
import { createHttp } from "./create-http.ts";
import type { Listener } from "./listen.ts";
import { createWebApp } from "./web/web-app.ts";
import { ensureWebBuild } from "./web/web-build.ts";

/** Time that running requests have to finish when the server stops. */
const graceMs = 2_000;

export type Serving = {
  /** The server's address. */
  url: string;
  /** The address with the secret in it, for a person to open. */
  openUrl: string;
  port: number;
  close(): Promise<void>;
};

/** Answers requests on the listener's port and records the server's address in the data folder's lock. */
export function serve(input: {
  app: App;
  listener: Pick<Listener, "server" | "port">;
  log: Log;
  /** Also serves the web app, which is built first if necessary. */
  web: boolean;
  say: (line: string) => void;
}): Serving {
  const { app, log, say } = input;
  const { server, port } = input.listener;
  const secret = keepSecret(app.config.dataDir);
  const prove = (challenge: string) => proofOf({ dataDir: app.config.dataDir, secret, port, challenge });
  const build = input.web ? ensureWebBuild(say) : null;
  const http = createHttp({ app, log, secret, port, webApp: build && createWebApp(build), prove });
  server.removeAllListeners("request");
  server.on("request", getRequestListener(http.fetch));
  const url = `http://127.0.0.1:${port}/`;
  app.lock?.announce(url);

  return {
    url,
    openUrl: `${url}?token=${secret}`,
    port,
    async close() {
      build?.stop();
      const closed = new Promise((resolve) => server.close(resolve));
      http.close();
      // A connection becomes idle only after its last answer has been sent, so idle connections are closed repeatedly.
      const tidying = setInterval(() => server.closeIdleConnections(), 20);
      const impatience = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearInterval(tidying);
      clearTimeout(impatience);
    },
  };
}
