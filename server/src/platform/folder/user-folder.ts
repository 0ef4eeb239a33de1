import { homedir } from "node:os";
import { join } from "node:path";

/**
 * Where the program keeps what belongs to the user and to no data folder: which data folders it made, which hosts may
 * be sent keys. Files that come with a project, such as a cloned repository, never get there.
 */
export function userFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.DIALECTIC_USER_DIR) return env.DIALECTIC_USER_DIR;
  if (process.platform === "win32") return join(env.LOCALAPPDATA ?? join(homedir(), "AppData", "Local"), "Dialectic");
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support", "Dialectic");
  return join(env.XDG_CONFIG_HOME || join(homedir(), ".config"), "dialectic");
}

/** For what can be made again, where the program's own folder belongs to somebody else. */
export const userCache = (env: NodeJS.ProcessEnv = process.env): string =>
  process.platform === "linux" && !env.DIALECTIC_USER_DIR
    ? join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "dialectic")
    : join(userFolder(env), "cache");
