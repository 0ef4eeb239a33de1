import { setTimeout as wait } from "node:timers/promises";
import { type Client, createClient } from "@dialectic/contract";
import { AppError, type Config } from "#platform";
import type { Cli } from "../cli.ts";
import { heldError, type SettledHolder, settledHolder, strangerError } from "./folder-holder.ts";
import { openInProcess } from "./open-in-process.ts";
import { type Send, type Transport, withSecret } from "./transport.ts";

/** The API, by whichever way there is. */
export type Link = Transport & { client: Client };

type Settings = { work?: boolean };

/** As often may others come first; each is waited for, so that a handful is a crowd. */
const mostTries = 5;
/** With these, longer than the holder takes to give the folder back. */
const betweenTriesMs = 700;

/**
 * To the process that holds the data folder if there is one; else the data is opened here, and the server's own door is
 * called as a function. `work`: then also do the jobs here, because nobody else does. When the holder ends while we
 * talk to it (another run, a server that is stopped), the next request finds a way of its own.
 */
export async function connect(cli: Cli, settings: Settings = {}): Promise<Link> {
  let way = await findTransport(cli, settings);
  let moving: Promise<Transport> | undefined;
  const send: Send = async (path, init) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await way.send(path, init);
      } catch (error) {
        if (!(error instanceof SendAgain) || tries >= mostTries) throw error;
      }
      // One that is ending may still say that it is well: then the next request fails like the last.
      if (tries > 1) await wait(betweenTriesMs);
      moving ??= findTransport(cli, settings).finally(() => {
        moving = undefined;
      });
      way = await moving;
    }
  };
  return {
    client: createClient(send),
    send,
    get isInProcess() {
      return way.isInProcess;
    },
    trouble: () => way.trouble(),
    async [Symbol.asyncDispose]() {
      await moving?.catch(() => undefined);
      await way[Symbol.asyncDispose]();
    },
  };
}

async function findTransport(cli: Cli, { work = false }: Settings): Promise<Transport> {
  for (let tries = 1; ; tries += 1) {
    const settled = await settledHolder(cli);
    if (settled) return wayTo(cli.config, settled);
    try {
      return await openInProcess(cli, { work });
    } catch (error) {
      // Somebody was quicker between the look and the opening: then that is whom to talk to.
      const isHeld = error instanceof AppError && error.code === "data_folder_locked";
      if (!isHeld || tries >= mostTries) throw error;
    }
  }
}

/** A request that may be sent again elsewhere: it did nothing, or doing it twice is the same as once. */
class SendAgain extends AppError {}

function wayTo(config: Config, { holder, proof }: SettledHolder): Transport {
  const { address } = holder;
  if (!proof.ok && proof.reason === "stranger") throw strangerError(config, holder);
  if (!proof.ok || !address) throw heldError(config, holder);
  const { secret } = proof;
  const send: Send = async (path, init) => {
    try {
      return await fetch(new URL(path, address), withSecret(init, secret));
    } catch (error) {
      if (init.signal?.aborted) throw error;
      const sentence = `The server at ${address} (process ${holder.pid}) holds the data folder but does not answer. Stop it, then try again.`;
      const Kind = canBeSentAgain(init, error) ? SendAgain : AppError;
      throw new Kind("data_folder_locked", sentence, { cause: error });
    }
  };
  return { send, isInProcess: false, trouble: () => null, async [Symbol.asyncDispose]() {} };
}

/** Reading, and making under a key, can be repeated whatever happened; anything else only if nobody was there to hear it. */
function canBeSentAgain(init: RequestInit, error: unknown): boolean {
  if ((init.method ?? "GET").toUpperCase() === "GET") return true;
  if (new Headers(init.headers).has("idempotency-key")) return true;
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
}
