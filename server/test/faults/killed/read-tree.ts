import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Texts by path; where a name that is another in every run was all that told files apart, their texts one after the other. */
export type Tree = ReadonlyMap<string, string>;

/**
 * Every file below a folder, byte by byte, but for what is made of ids and so another in every run: the session's own
 * name, the name of what was reduced, and the seal around what is quoted in a prompt.
 */
export function readTree(dir: string): Tree {
  const paths = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^\.(board|files)\.json$/.test(entry.name)) // what the folder remembers, no file of the tree
    .map((entry) => join(entry.parentPath, entry.name));
  const sessions = new Set(paths.flatMap((path) => /\/session_([0-9a-f]{8})\//.exec(path)?.[1] ?? []));
  const sameInAll = (text: string): string =>
    [...sessions]
      .reduce((left, name) => left.replaceAll(name, "x"), text)
      .replaceAll(/(_reducing)_[0-9a-f]{8}_/g, "$1_x_")
      .replaceAll(/(<<<(?:end )?[\w-]+) [0-9a-f]{12}/g, "$1 x");
  const files = paths.map((path) => ({
    path: sameInAll(path.slice(dir.length + 1)),
    text: sameInAll(readFileSync(path, "latin1")),
  }));
  const groups = Map.groupBy(files, ({ path }) => path);
  return new Map(
    [...groups].map(([path, alike]) => [
      path,
      alike
        .map(({ text }) => text)
        .sort()
        .join("\0"),
    ]),
  );
}

/** What is missing, too many or different; empty for equal trees. */
export function differences(tree: Tree, wanted: Tree): string[] {
  const paths = [...new Set([...wanted.keys(), ...tree.keys()])];
  return paths.filter((path) => tree.get(path) !== wanted.get(path));
}
