import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { keepPrivate } from "#platform";

/**
 * Until disposed, makes every new file accessible to all users unless its creator sets a mode. Dispose of it before the
 * test ends, because the umask applies to the whole process.
 */
export function openUmask(): Disposable {
  keepPrivate(); // it changes the umask only once per process, so that it cannot undo the next line
  const before = process.umask(0);
  return { [Symbol.dispose]: () => void process.umask(before) };
}

/** The paths that other users may read, write or enter: the folder and everything below it. */
export function openPaths(path: string): string[] {
  const found = lstatSync(path);
  const below = found.isDirectory() ? readdirSync(path).flatMap((name) => openPaths(join(path, name))) : [];
  return (found.mode & 0o077) === 0 ? below : [`${(found.mode & 0o777).toString(8)} ${path}`, ...below];
}
