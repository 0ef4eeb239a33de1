import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Command, CommandResult } from "./cli-process.ts";
import type { Finished } from "./start-cli.ts";
import { testProgram } from "./test-programs.ts";

const compileCache = fileURLToPath(new URL("../../../.cache/node", import.meta.url));

export type OpenCli = AsyncDisposable & {
  /** Like `runCli`, but waits until earlier commands have ended. */
  run(args: string[], options?: { env?: NodeJS.ProcessEnv; input?: string }): Promise<Finished>;
};

/**
 * Runs the command line in one long-lived process. A command takes a tenth of the time that it takes with `runCli`, which
 * starts the program every time. Use this in files with dozens of commands; use `runCli` to test how the program starts and
 * ends.
 */
export function openCli(): OpenCli {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const child = fork(testProgram("cli-process"), {
    env: { ...inherited, NODE_COMPILE_CACHE: compileCache },
    execArgv: [],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const waiting = new Map<number, { resolve(result: Finished): void; reject(error: Error): void }>();
  let count = 0;
  child.on("message", ({ id, ...finished }: CommandResult) => {
    waiting.get(id)?.resolve(finished);
    waiting.delete(id);
  });
  child.on("exit", (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`The command line ended with ${code}.`));
  });
  return {
    run: (args, { env = {}, input = "" } = {}) =>
      new Promise((resolve, reject) => {
        count += 1;
        waiting.set(count, { resolve, reject });
        child.send({ id: count, args, env, input } satisfies Command);
      }),
    async [Symbol.asyncDispose]() {
      const ended = once(child, "exit");
      child.disconnect();
      child.kill();
      await ended;
    },
  };
}
