import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../bin/dialectic.mjs", import.meta.url));

/**
 * Compiles the embedded database without optimization, as short commands do. In tests, even servers end soon, and
 * optimizing would cost each process a second of CPU time.
 */
const lightly = ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"];

export type Finished = { code: number | null; stdout: string; stderr: string };

/** Starts the real command line as users do. Its environment is the test's, without DATABASE_URL and with `env`. */
export function startCli(
  args: string[],
  env: NodeJS.ProcessEnv = {},
  /** `within` is a command with which to start the program, for tests that need another umask, namespace or user. */
  { within = [], cwd }: { within?: string[]; cwd?: string } = {},
): { child: ChildProcess; finished: Promise<Finished>; heard(): Omit<Finished, "code"> } {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const [command = process.execPath, ...rest] = [...within, process.execPath, ...lightly, program, ...args];
  const child = spawn(command, rest, {
    ...(cwd && { cwd }),
    env: { ...inherited, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (data) => {
    stdout += data;
  });
  child.stderr.on("data", (data) => {
    stderr += data;
  });
  const finished = new Promise<Finished>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
  return { child, finished, heard: () => ({ stdout, stderr }) };
}

/** Runs a command to its end. */
export const runCli = (
  args: string[],
  options: { env?: NodeJS.ProcessEnv; input?: string; within?: string[]; cwd?: string } = {},
): Promise<Finished> => {
  const { child, finished } = startCli(args, options.env, options);
  child.stdin?.end(options.input ?? "");
  return finished;
};

/** Resolves as soon as the process has printed matching text to stderr. */
export function said(started: ReturnType<typeof startCli>, words: RegExp): Promise<void> {
  let heard = "";
  return Promise.race([
    new Promise<void>((resolve) => {
      started.child.stderr?.on("data", (data) => {
        heard += data;
        if (words.test(heard)) resolve();
      });
    }),
    started.finished.then(({ stderr }) => Promise.reject(new Error(`It ended before printing ${words}: ${stderr}`))),
  ]);
}
