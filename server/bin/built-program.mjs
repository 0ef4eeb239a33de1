// @ts-check
/**
 * The program is some 1,500 files, and to load them one by one is half of what a short command takes. `npm ci` puts them
 * together into a few (scripts/build-program.ts); a start takes those only when they were made of exactly the files that
 * are there now, and otherwise the files themselves. So an update or an edit never meets an old program.
 */
import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * The parts of a program: the files it starts with, and every folder it takes files from.
 * @typedef {{ name: string; entries: Record<string, string>; folders: string[] }} Parts
 */

export const repository = fileURLToPath(new URL("../../", import.meta.url));

/** @type {Parts} */
export const program = {
  name: "program",
  entries: {
    cli: "server/src/entry/cli/index.ts",
    http: "server/src/entry/http/index.ts",
    worker: "server/src/entry/worker/index.ts",
  },
  folders: ["server/src", "contract/src"],
};

const settings = ["package-lock.json", "node_modules/.package-lock.json", "server/package.json"];

/**
 * The folder for what is put together from these files as they are now: its name says where, how long and how old they are.
 * @param {Parts} parts
 */
export function builtFolder({ name, folders }) {
  const files = [...folders.flatMap(sourcesIn), ...settings].map((path) => {
    const file = statSync(repository + path, { throwIfNoEntry: false });
    return `${path} ${file?.size} ${file?.mtimeMs}`;
  });
  const content = [repository, process.versions.node, ...files].join("\n");
  return `${repository}.cache/${name}-${createHash("sha256").update(content).digest("hex").slice(0, 16)}`;
}

/**
 * The path to load one of its entries from: the file put together, or null when there is none of just these sources.
 * @param {Parts} parts
 */
export function findBuilt(parts) {
  const folder = builtFolder(parts);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found || !isTrusted(found)) return null;
  return (/** @type {string} */ entry) => pathToFileURL(`${folder}/${entry}.mjs`).href;
}

/**
 * Only files that this user or the administrator created, and that no other user can write to.
 * @param {{ uid: number; mode: number }} found
 */
function isTrusted({ uid, mode }) {
  const own = process.getuid?.();
  return own === undefined || ((uid === own || uid === 0) && (mode & 0o022) === 0);
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function sourcesIn(folder) {
  return readdirSync(repository + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sourcesIn(path);
    return path.endsWith(".ts") && !path.endsWith(".test.ts") ? [path] : [];
  });
}
