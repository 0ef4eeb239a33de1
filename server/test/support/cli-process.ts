/**
 * A process that runs one command line after another: `fork("cli-process.ts")`, then one message per command. Unlike
 * `bin/dialectic.mjs`, it does not exit after a command; each command has its own environment, input and output.
 */
import { Readable, Writable } from "node:stream";
import { skipWasmOptimizer } from "#platform";
import { main } from "../../src/entry/cli/index.ts";
import { keepCompiled } from "./keep-compiled.ts";

export type Command = { id: number; args: string[]; env: Record<string, string | undefined>; input: string };
export type CommandResult = { id: number; code: number; stdout: string; stderr: string };

const inherited = { ...process.env };
const entryPoints = {
  http: () => import("../../src/entry/http/index.ts"),
  worker: () => import("../../src/entry/worker/index.ts"),
};

function collect(): { stream: Writable; text(): string } {
  const parts: Buffer[] = [];
  const stream = new Writable({
    write(part, _encoding, written) {
      parts.push(Buffer.from(part));
      written();
    },
  });
  return { stream, text: () => Buffer.concat(parts).toString() };
}

const put = (name: "stdin" | "stdout" | "stderr", value: unknown) =>
  Object.defineProperty(process, name, { value, configurable: true });

async function run({ id, args, env, input }: Command): Promise<CommandResult> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, inherited, env);
  const [stdout, stderr] = [collect(), collect()];
  put("stdin", Readable.from(input === "" ? [] : [Buffer.from(input)]));
  put("stdout", stdout.stream);
  put("stderr", stderr.stream);
  const code = await main(args, entryPoints);
  return { id, code, stdout: stdout.text(), stderr: stderr.text() };
}

skipWasmOptimizer(); // each command would do this too, but `keepCompiled` compiles before the first of them
let last: Promise<unknown> = keepCompiled();
process.on("message", (command: Command) => {
  last = last.then(async () => process.send?.(await run(command)));
});
