import { setTimeout as wait } from "node:timers/promises";
import { AppError, type Config, folderHolder, type Holder } from "#platform";
import type { Cli } from "./cli.ts";

/** Who holds the embedded data; null when nobody does or a database server has it, which anybody may use. */
export const holderOf = (config: Config): Holder | null => (config.databaseUrl ? null : folderHolder(config.dataDir));

/** Making a database takes seconds, on a slow or busy machine many; one that takes longer than this never ends. */
const openingMs = 60_000;
/** Once it is open, becoming ready takes a second, giving the folder back at most two: then it is no coming or going. */
const patienceMs = 8_000;
const quietMs = 1_000;
const answerMs = 5_000;

/** The holder once it can be talked to, or nobody: one that is just starting or ending is waited for, up to a point. */
export async function settledHolder({ config, say }: Pick<Cli, "config" | "say">): Promise<Holder | null> {
  const began = performance.now();
  let openedAt = began;
  let isTold = false;
  for (;;) {
    const holder = holderOf(config);
    if (!holder || (await answers(holder))) return holder;
    const now = performance.now();
    if (holder.opening) openedAt = now;
    if (now - began > openingMs || now - openedAt > patienceMs) return holder;
    if (!isTold && now - began > quietMs) {
      say(`Waiting for process ${holder.pid}, which is ${holder.opening ? "opening" : "using"} ${config.dataDir}…`);
      isTold = true;
    }
    await wait(100);
  }
}

async function answers({ address }: Holder): Promise<boolean> {
  if (!address) return false;
  try {
    const health = await fetch(new URL("/api/health", address), { signal: AbortSignal.timeout(answerMs) });
    return health.ok;
  } catch {
    return false;
  }
}

export function heldError(config: Config, holder: Holder): AppError {
  const who = holder.address
    ? `the server at ${holder.address} (process ${holder.pid}), a "serve" or a "run" that is under way. Other commands reach it by themselves; before you start another, wait until it is done or stop it`
    : `process ${holder.pid}, which answers nobody. Wait until it is done or stop it; after a "dialectic" that is left running, any number of commands can work at once`;
  return new AppError("data_folder_locked", `The data folder ${config.dataDir} is in use by ${who}.`);
}
