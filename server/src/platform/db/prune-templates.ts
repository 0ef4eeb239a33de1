import { readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Branches are gone back to, and a template takes seconds to make: what nobody used for so long will not be missed. */
const keptMs = 7 * 24 * 60 * 60 * 1000;

/** Says that a template was used, so that it is kept. */
export function markUsed(template: string, now = new Date()): void {
  try {
    utimesSync(template, now, now);
  } catch {
    // installed where we may not write: nothing is removed there, either
  }
}

/**
 * Removes the templates beside this one, and halves of such, that nobody has used for a week. Another process may be about
 * to copy one of them all the same: it makes its database without a template then.
 */
export function pruneTemplates(template: string, now = new Date()): void {
  const dir = dirname(template);
  for (const name of readdirSync(dir)) {
    const path = join(dir, name);
    if (!name.startsWith("pglite-") || name === basename(template)) continue;
    const used = statSync(path, { throwIfNoEntry: false });
    if (used && now.getTime() - used.mtimeMs > keptMs) rmSync(path, { recursive: true, force: true });
  }
}
