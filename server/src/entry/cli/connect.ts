import { type Client, createClient } from "@dialectic/contract";
import { createSecret } from "#auth";
import { AppError, type Config, type Holder } from "#platform";
import type { Cli } from "./cli.ts";
import { heldError, holderOf } from "./folder-holder.ts";
import { openApp } from "./open-app.ts";

type Send = (path: string, init: RequestInit) => Promise<Response>;

/** The way to the API. */
export type Link = AsyncDisposable & {
  client: Client;
  send: Send;
  isInProcess: boolean;
};

/**
 * To the server that holds the data folder if there is one; else the data is opened here, and the server's own door is
 * called as a function. `work`: then also do the jobs here, because nobody else does.
 */
export async function connect(cli: Cli, { work = false } = {}): Promise<Link> {
  const holder = holderOf(cli.config);
  return holder ? connectTo(cli.config, holder) : connectInside(cli, work);
}

function connectTo(config: Config, holder: Holder): Link {
  const { address, secret } = holder;
  if (!address || !secret) throw heldError(config, holder);
  const send: Send = async (path, init) => {
    try {
      return await fetch(new URL(path, address), withSecret(init, secret));
    } catch (error) {
      throw new AppError(
        "data_folder_locked",
        `The server at ${address} (process ${holder.pid}) holds the data folder but does not answer. Stop it, then try again.`,
        { cause: error },
      );
    }
  };
  return { client: createClient(send), send, isInProcess: false, async [Symbol.asyncDispose]() {} };
}

async function connectInside(cli: Cli, work: boolean): Promise<Link> {
  if (work && process.stderr.isTTY) cli.say(`Opening ${cli.config.databaseUrl ? "the database" : cli.config.dataDir}…`);
  const app = await openApp(cli);
  const { createHttp } = await cli.doors.http();
  const secret = createSecret();
  const door = createHttp({ app, log: cli.log, secret, port: 80, webApp: null });
  const send: Send = (path, init) =>
    door.fetch(new Request(new URL(path, "http://127.0.0.1"), withSecret(init, secret)));
  if (work) await (await cli.doors.worker()).startWork({ app, log: cli.log });
  return {
    client: createClient(send),
    send,
    isInProcess: true,
    async [Symbol.asyncDispose]() {
      door.close();
      await app.close();
    },
  };
}

function withSecret(init: RequestInit, secret: string): RequestInit {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${secret}`);
  return { ...init, headers };
}
