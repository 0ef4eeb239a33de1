import { spawn } from "node:child_process";

export interface CommandOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Drops privileges to this user and group; only root can do this. */
  uid?: number;
  gid?: number;
}

export interface CommandResult {
  code: number;
  output: string;
}

/** Runs a command to its end and returns its output, with stdout and stderr in the order they arrived. */
export function tryCommand(command: string, args: string[], options: CommandOptions = {}): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.on("error", (error) => resolve({ code: 127, output: error.message }));
    child.on("close", (code, signal) =>
      resolve({ code: code ?? 1, output: signal ? `${output}\nended by ${signal}` : output }),
    );
  });
}

/** Like `tryCommand`, but throws if the command fails. The message has the command and the end of its output. */
export async function runCommand(command: string, args: string[], options: CommandOptions = {}): Promise<string> {
  const { code, output } = await tryCommand(command, args, options);
  if (code === 0) return output;
  const tail = output.trim().split("\n").slice(-8).join("\n");
  throw new Error(`${command} ${args.slice(0, 3).join(" ")} … ended with code ${code}:\n${tail}`);
}
