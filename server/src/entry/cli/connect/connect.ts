import { setTimeout as wait } from "node:timers/promises";
import { type Client, createClient } from "@dialectic/contract";
import { AppError, type Config } from "#platform";
import type { Cli } from "../cli.ts";
import { heldError, type SettledHolder, settledHolder, strangerError } from "./folder-holder.ts";
import { openInProcess } from "./open-in-process.ts";
import { type Send, type Transport, withSecret } from "./transport.ts";

/** A client of the API, and the transport it uses. */
export type Link = Transport & { client: Client };

type Settings = { work?: boolean };

/**
 * How many times to try to connect if other processes keep taking the folder first. Each attempt waits for the process that
 * took it, so five suffice.
 */
const mostTries = 5;
/** The wait before another attempt. All waits together last longer than a holder needs to release the folder. */
const betweenTriesMs = 700;

/**
 * Connects to the process that holds the data folder, or else opens the data in this process and calls the HTTP layer as a
 * function. With `work`, this process then also runs the jobs, because no other process can. If the holder exits in the
 * meantime (a run that ended, a stopped server), the next request connects again.
 */
export async function connect(cli: Cli, settings: Settings = {}): Promise<Link> {
  let transport = await findTransport(cli, settings);
  let moving: Promise<Transport> | undefined;
  const send: Send = async (path, init) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await transport.send(path, init);
      } catch (error) {
        if (!(error instanceof SendAgain) || tries >= mostTries) throw error;
      }
      // A process that is shutting down may pass the health check and still fail the next request, so wait first.
      if (tries > 1) await wait(betweenTriesMs);
      moving ??= findTransport(cli, settings).finally(() => {
        moving = undefined;
      });
      transport = await moving;
    }
  };
  return {
    client: createClient(send),
    send,
    get isInProcess() {
      return transport.isInProcess;
    },
    lastWorkerError: () => transport.lastWorkerError(),
    async [Symbol.asyncDispose]() {
      await moving?.catch(() => undefined);
      await transport[Symbol.asyncDispose]();
    },
  };
}

async function findTransport(cli: Cli, { work = false }: Settings): Promise<Transport> {
  for (let tries = 1; ; tries += 1) {
    const settled = await settledHolder(cli);
    if (settled) return transportTo(cli.config, settled);
    try {
      return await openInProcess(cli, { work });
    } catch (error) {
      // Another process took the folder between the check and the opening: try again, to connect to that process.
      const isHeld = error instanceof AppError && error.code === "data_folder_locked";
      if (!isHeld || tries >= mostTries) throw error;
    }
  }
}

/**
 * Thrown if a request failed but can be sent to another process, because it had no effect or repeating it changes nothing.
 */
class SendAgain extends AppError {}

function transportTo(config: Config, { holder, proof }: SettledHolder): Transport {
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
  return { send, isInProcess: false, lastWorkerError: () => null, async [Symbol.asyncDispose]() {} };
}

/**
 * A read, or a creation with an idempotency key, can always be sent again. Any other request can be sent again only if the
 * connection was refused.
 */
function canBeSentAgain(init: RequestInit, error: unknown): boolean {
  if ((init.method ?? "GET").toUpperCase() === "GET") return true;
  if (new Headers(init.headers).has("idempotency-key")) return true;
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
}
