import { createSecret } from "#access";
import type { Cli } from "../cli.ts";
import { openApp } from "./open-app.ts";
import { type Send, type Transport, withSecret } from "./transport.ts";
import { recordWorkerErrors } from "./worker-errors.ts";

/** Opens the data in this process and calls the HTTP layer as a function; with `work`, also runs the jobs. */
export async function openInProcess(cli: Cli, { work }: { work: boolean }): Promise<Transport> {
  if (work && process.stderr.isTTY) cli.say(`Opening ${cli.config.databaseUrl ? "the database" : cli.config.dataDir}…`);
  const workerErrors = recordWorkerErrors(cli.log);
  const app = await openApp({ ...cli, log: workerErrors.log });
  await using opened = new AsyncDisposableStack();
  opened.defer(() => app.close());
  const http = await cli.entryPoints.http();
  const secret = createSecret();
  const api = http.createHttp({ app, log: cli.log, secret, port: 80, webApp: null });
  opened.defer(() => api.close());
  // Jobs run for a long time, and no other process can open the folder meanwhile, so serve HTTP to other commands.
  if (work && app.lock) {
    const serving = http.serve({ app, listener: await http.listen(0), log: cli.log, web: false, say: cli.say });
    opened.defer(() => serving.close());
  }
  if (work) await (await cli.entryPoints.worker()).startWork({ app, background: false });
  const send: Send = (path, init) =>
    api.fetch(new Request(new URL(path, "http://127.0.0.1"), withSecret(init, secret)));
  const open = opened.move();
  return {
    send,
    isInProcess: true,
    lastWorkerError: workerErrors.last,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}
