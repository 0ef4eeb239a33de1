import { homedir } from "node:os";
import { join } from "node:path";

/**
 * The folder for data that belongs to the user, not to a data folder: which data folders are trusted, and which hosts
 * may receive keys. Files that come with a project, such as a cloned repository, cannot write there.
 */
export function userFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.DIALECTIC_USER_DIR) return env.DIALECTIC_USER_DIR;
  if (process.platform === "win32") return join(env.LOCALAPPDATA ?? join(homedir(), "AppData", "Local"), "Dialectic");
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support", "Dialectic");
  return join(env.XDG_CONFIG_HOME || join(homedir(), ".config"), "dialectic");
}

/** The folder for files that can be recreated, used if the program's own folder belongs to another user. */
export const userCache = (env: NodeJS.ProcessEnv = process.env): string =>
  process.platform === "linux" && !env.DIALECTIC_USER_DIR
    ? join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "dialectic")
    : join(userFolder(env), "cache");
