import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Texts by path. Names that differ in every run are replaced. The texts of files whose paths are then equal are joined. */
export type Tree = ReadonlyMap<string, string>;

/**
 * Every file below a folder, byte by byte, except for values derived from ids, which differ in every run: the session's
 * name, the names of shortened texts, and the fence code of a prompt.
 */
export function readTree(dir: string): Tree {
  const paths = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^\.(board|files)\.json$/.test(entry.name)) // records about the tree, not files of it
    .map((entry) => join(entry.parentPath, entry.name));
  const sessions = new Set(paths.flatMap((path) => /\/session_([0-9a-f]{8})\//.exec(path)?.[1] ?? []));
  const sameInAll = (text: string): string =>
    [...sessions]
      .reduce((left, name) => left.replaceAll(name, "x"), text)
      .replaceAll(/(_reducing)_[0-9a-f]{8}_/g, "$1_x_")
      .replaceAll(/^(linked_sha256: )"[0-9a-f]{64}"$/gm, '$1"x"') // the hash of a text whose links name the session
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

/** The differences between two trees; empty if the trees are equal. */
export function differences(tree: Tree, wanted: Tree): string[] {
  const paths = [...new Set([...wanted.keys(), ...tree.keys()])];
  return paths.filter((path) => tree.get(path) !== wanted.get(path));
}
