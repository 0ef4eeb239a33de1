import { createSecret } from "#auth";
import type { Cli } from "../cli.ts";
import { openApp } from "./open-app.ts";
import { type Send, type Transport, withSecret } from "./transport.ts";
import { recordWorkerErrors } from "./worker-errors.ts";

/** Opens the data in this process and calls the API's own door as a function; with `work`, does the jobs, too. */
export async function openInProcess(cli: Cli, { work }: { work: boolean }): Promise<Transport> {
  if (work && process.stderr.isTTY) cli.say(`Opening ${cli.config.databaseUrl ? "the database" : cli.config.dataDir}…`);
  const trouble = recordWorkerErrors(cli.log);
  const app = await openApp({ ...cli, log: trouble.log });
  await using opened = new AsyncDisposableStack();
  opened.defer(() => app.close());
  const http = await cli.doors.http();
  const secret = createSecret();
  const door = http.createHttp({ app, log: cli.log, secret, port: 80, webApp: null });
  opened.defer(() => door.close());
  // Work takes long, and nobody else can open the folder meanwhile: others are let in through the network.
  if (work && app.lock) {
    const serving = http.serve({ app, listener: await http.listen(0), log: cli.log, web: false, say: cli.say });
    opened.defer(() => serving.close());
  }
  if (work) await (await cli.doors.worker()).startWork({ app, background: false });
  const send: Send = (path, init) =>
    door.fetch(new Request(new URL(path, "http://127.0.0.1"), withSecret(init, secret)));
  const open = opened.move();
  return { send, isInProcess: true, trouble: trouble.last, [Symbol.asyncDispose]: () => open.disposeAsync() };
}
