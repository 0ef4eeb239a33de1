import { readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** A file that was complete when it was reported, with its content at that time. */
export type ToldFile = { path: string; text: string };

/**
 * Lists everything that is wrong with the files in `dir`, the remains of the folder `under` after a power cut. A file that
 * was reported before the cut must exist, with the reported content or with content that was reported later. Every file
 * that exists must be complete and have been reported.
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
    if (promised !== undefined && texts.indexOf(found) < texts.indexOf(promised)) return [`${name} has older content`];
    return texts.includes(found) ? [] : [`${name} is incomplete: ${found.length} bytes`];
  });
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return null;
  }
}
