import { readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** A file that was complete when it was told, and what was in it. */
export type ToldFile = { path: string; text: string };

/**
 * Everything that is wrong with the files in `dir`, which stands in the place of `under`: one that was told before the power cut
 * must be there, as it was told or as it was told later; one that is there must be one of these, whole.
 */
export function findLostFiles(input: {
  under: string;
  dir: string;
  before: readonly ToldFile[];
  all: readonly ToldFile[];
}): string[] {
  const { under, dir, before, all } = input;
  return [...new Set(all.map((file) => file.path))].flatMap((path) => {
    const name = relative(under, path);
    const texts = all.filter((file) => file.path === path).map((file) => file.text);
    const promised = before.findLast((file) => file.path === path)?.text;
    const found = read(join(dir, name));
    if (found === null) return promised === undefined ? [] : [`${name} is missing`];
    if (promised !== undefined && texts.indexOf(found) < texts.indexOf(promised)) return [`${name} is an older one`];
    return texts.includes(found) ? [] : [`${name} is not whole: ${found.length} bytes`];
  });
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return null;
  }
}
