import { setTimeout as wait } from "node:timers/promises";
import { AppError, type Config, folderHolder, type Holder } from "#platform";
import type { Cli } from "../cli.ts";
import { type Proof, proveHolder } from "./prove-holder.ts";

/** The process that holds the data folder; null if no process does, or if a database server is used. */
export const holderOf = (config: Config): Holder | null => (config.databaseUrl ? null : folderHolder(config.dataDir));

/**
 * How long a holder may take to open the folder. Creating a database takes seconds, and longer on a slow or busy machine.
 */
const openingMs = 60_000;
/**
 * How long a holder may be silent once the folder is open. A server starts within one second and stops within two, so a
 * holder that is silent for this long is stuck.
 */
const patienceMs = 8_000;
/**
 * How long another program may answer at the holder's address. This happens just after a holder exits: its lock still names
 * the address, which another program may already use.
 */
const strangerMs = 2_000;
const quietMs = 1_000;

export type SettledHolder = { holder: Holder; proof: Proof };

/**
 * Waits until the holder has proven that it serves this folder. Gives up if the holder is silent, or fails the proof, for
 * too long.
 */
export async function settledHolder({ config, say }: Pick<Cli, "config" | "say">): Promise<SettledHolder | null> {
  const began = performance.now();
  let [openedAt, strangerAt] = [began, Number.POSITIVE_INFINITY];
  let isTold = false;
  for (;;) {
    const holder = holderOf(config);
    if (!holder) return null;
    const proof = await proveHolder(config, holder);
    if (proof.ok) return { holder, proof };
    const now = performance.now();
    if (holder.opening) openedAt = now;
    strangerAt = proof.reason === "stranger" ? Math.min(strangerAt, now) : Number.POSITIVE_INFINITY;
    const isOver = now - began > openingMs || now - openedAt > patienceMs || now - strangerAt > strangerMs;
    if (isOver) return { holder, proof };
    if (!isTold && now - began > quietMs) {
      say(`Waiting for process ${holder.pid}, which is ${holder.opening ? "opening" : "using"} ${config.dataDir}…`);
      isTold = true;
    }
    await wait(100);
  }
}

export function heldError(config: Config, holder: Holder): AppError {
  const who = holder.address
    ? `the server at ${holder.address} (process ${holder.pid}), a "serve" or "run" in progress. Other commands connect to it automatically; to start another server or run, wait until it has finished or stop it`
    : `process ${holder.pid}, which accepts no connections. Wait until it has finished, or stop it. While a "dialectic" server is running, any number of commands can be used at once`;
  return new AppError("data_folder_locked", `The data folder ${config.dataDir} is in use by ${who}.`);
}

export const strangerError = (config: Config, { address, pid, host }: Holder): AppError =>
  new AppError(
    "data_folder_locked",
    `The program at ${address} did not prove that it serves the data folder ${config.dataDir}, so nothing was sent to it. The folder is in use by process ${pid} on ${host}, possibly in another container. Stop that process, or run the command there.`,
  );
