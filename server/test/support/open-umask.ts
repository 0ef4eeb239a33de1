import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { keepPrivate } from "#platform";

/**
 * Until it is disposed of, makes new files accessible to all users unless their creator sets a mode. Must be disposed of
 * before the test ends, because the umask applies to the whole process.
 */
export function openUmask(): Disposable {
  keepPrivate(); // sets the umask, but only once per process; called here, so that no later call undoes the next line
  const before = process.umask(0);
  return { [Symbol.dispose]: () => void process.umask(before) };
}

/** The folder and everything below it that other users may read, write or enter. */
export function openPaths(path: string): string[] {
  const found = lstatSync(path);
  const below = found.isDirectory() ? readdirSync(path).flatMap((name) => openPaths(join(path, name))) : [];
  return (found.mode & 0o077) === 0 ? below : [`${(found.mode & 0o777).toString(8)} ${path}`, ...below];
}
