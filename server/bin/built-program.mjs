// @ts-check
/**
 * Finds the bundled program. The program has some 1,500 source files, and loading them one by one takes up half of a short
 * command's time. `npm ci` bundles them into a few files (scripts/build-program.ts). A bundle is used only if it was made
 * from exactly the current source files; otherwise the source files are loaded. So an old bundle never runs after an update
 * or an edit.
 */
import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * The sources of a program: the files that it starts with, and every folder that it loads files from.
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
 * The folder of the bundle. Its name contains a hash of the path, size and time of every current source file.
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
 * Returns a function that gives the URL of an entry in the bundle; null if these sources have not been bundled.
 * @param {Parts} parts
 */
export function findBuilt(parts) {
  const folder = builtFolder(parts);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found || !isTrusted(found)) return null;
  return (/** @type {string} */ entry) => pathToFileURL(`${folder}/${entry}.mjs`).href;
}

/**
 * True if this user or the administrator created the folder, and no other user can write to it.
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
