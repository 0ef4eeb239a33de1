import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { AppError, withGivenUmask } from "#platform";

export type GitAnswer = { code: number; output: string; errors: string };
export type Git = (args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<GitAnswer>;

/** Git sets these variables when it runs a repository's hook. They are removed, in case such a hook calls this program. */
const hookVariables = ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY"];

/** Runs the user's git in a folder, with their identity, signing and credentials, without a shell and without prompts. */
export function gitIn(dir: string): Git {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !hookVariables.includes(name)));
  const fixed = { GIT_TERMINAL_PROMPT: "0", GIT_LITERAL_PATHSPECS: "1", LC_ALL: "C" };
  return async (args, env = {}) => {
    const options = { cwd: dir, env: { ...inherited, ...fixed, ...env } };
    const child = withGivenUmask(() => spawn("git", [...args], { ...options, stdio: ["ignore", "pipe", "pipe"] }));
    const ended = new Promise<number>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => resolve(code ?? 1));
    });
    try {
      const [code, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
      return { code, output, errors };
    } catch (error) {
      throw new AppError("git_failed", "Git cannot be started. Install it, or check that it is on your PATH.", {
        cause: error,
      });
    }
  };
}

/** Returns the output. Throws if git fails. */
export async function mustGit(git: Git, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string> {
  const { code, output, errors } = await git(args, env);
  if (code === 0) return output;
  const reason = (errors.trim() || output.trim()).split("\n").slice(-2).join(" ");
  throw new AppError("git_failed", `git ${args.find((arg) => /^[a-z]/.test(arg))} failed: ${reason}`);
}
