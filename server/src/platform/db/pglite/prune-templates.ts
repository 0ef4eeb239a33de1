import { readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * How long an unused template is kept: long enough for switching between branches, because a template takes seconds to
 * make.
 */
const keptMs = 7 * 24 * 60 * 60 * 1000;

/** Marks a template as used, so that it is kept. */
export function markUsed(template: string, now = new Date()): void {
  try {
    utimesSync(template, now, now);
  } catch {
    // The templates are in a read-only folder, where nothing is pruned either.
  }
}

/**
 * Removes other templates, complete or partial, that were not used for a week. A process that is about to copy one of them
 * creates its database without a template instead.
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
