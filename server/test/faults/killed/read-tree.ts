import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Tree = ReadonlyMap<string, string>;

/**
 * Every file below a folder, byte by byte, but for what is another in every run: the session's own name, and the seal
 * around what is quoted in a prompt.
 */
export function readTree(dir: string): Tree {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const sessions = files.flatMap((file) => /\/session_([0-9a-f]{8})\//.exec(file)?.[1] ?? []);
  const anyName = (text: string) => [...new Set(sessions)].reduce((left, name) => left.replaceAll(name, "x"), text);
  const anySeal = (text: string) => text.replaceAll(/(<<<(?:end )?[\w-]+) [0-9a-f]{12}/g, "$1 seal");
  return new Map(
    files.map((file) => [anyName(file.slice(dir.length + 1)), anySeal(anyName(readFileSync(file, "latin1")))]),
  );
}

/** What is missing, too many or different; empty for equal trees. */
export function differences(tree: Tree, wanted: Tree): string[] {
  const paths = [...new Set([...wanted.keys(), ...tree.keys()])];
  return paths.filter((path) => tree.get(path) !== wanted.get(path));
}
