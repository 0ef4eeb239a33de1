import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";

const graceMs = 5_000;

/**
 * Runs a script with this Node in its own process group and shows its output. When `signal` fires, the script and
 * everything it started end together, so that no worker outlives an interrupted run.
 */
export async function runInGroup(
  args: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<number> {
  const { cwd, env, signal } = options;
  if (signal.aborted) return 1;
  const child = spawn(process.execPath, args, { cwd, env, detached: true, stdio: ["ignore", "inherit", "inherit"] });
  const closed = once(child, "close");
  const end = async () => {
    signalGroup(child.pid, "SIGTERM");
    await Promise.race([closed, delay(graceMs, undefined, { ref: false })]);
    signalGroup(child.pid, "SIGKILL");
  };
  signal.addEventListener("abort", end, { once: true });
  await closed;
  signal.removeEventListener("abort", end);
  return child.exitCode ?? 1;
}

function signalGroup(leader: number | undefined, signal: NodeJS.Signals): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, signal);
  } catch {
    // The group has already ended.
  }
}
