import { setTimeout as wait } from "node:timers/promises";
import { AppError, type Config, folderHolder, type Holder } from "#platform";
import type { Cli } from "../cli.ts";
import { type Proof, proveHolder } from "./prove-holder.ts";

/** Who holds the embedded data; null when nobody does or a database server has it, which anybody may use. */
export const holderOf = (config: Config): Holder | null => (config.databaseUrl ? null : folderHolder(config.dataDir));

/** Making a database takes seconds, on a slow or busy machine many; one that takes longer than this never ends. */
const openingMs = 60_000;
/** Once it is open, becoming ready takes a second, giving the folder back at most two: then it is no coming or going. */
const patienceMs = 8_000;
/** Another program at the address of a holder that has just ended is met for a moment only. */
const strangerMs = 2_000;
const quietMs = 1_000;

export type SettledHolder = { holder: Holder; proof: Proof };

/** The holder once it has proven that it serves this folder; one that is starting or ending is waited for, up to a point. */
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
    ? `the server at ${holder.address} (process ${holder.pid}), a "serve" or a "run" that is under way. Other commands reach it by themselves; before you start another, wait until it is done or stop it`
    : `process ${holder.pid}, which answers nobody. Wait until it is done or stop it; after a "dialectic" that is left running, any number of commands can work at once`;
  return new AppError("data_folder_locked", `The data folder ${config.dataDir} is in use by ${who}.`);
}

export const strangerError = (config: Config, { address, pid, host }: Holder): AppError =>
  new AppError(
    "data_folder_locked",
    `${address} answers, but does not prove that it serves the data folder ${config.dataDir}, so nothing was sent to it. The folder is in use by process ${pid} on ${host}, maybe in another container: stop it, or type the command there.`,
  );
