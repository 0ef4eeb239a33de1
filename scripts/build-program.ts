/**
 * Bundles the program into a few files, because loading 1,500 files slows down its start.
 * `server/bin/built-program.mjs` decides when the bundle is used. `npm ci` and `npm test` create the bundle; `npm test`
 * also bundles the worker processes of the fault tests.
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Plugin, rolldown } from "rolldown";
import { builtFolder, type Parts, repository } from "../server/bin/built-program.mjs";

/** These packages read files next to their code, or are loaded late and rarely, so they are not bundled. */
const leftApart = [/^@electric-sql\//, /^@energetic-ai\//, /^gpt-tokenizer/, /^pg$/, /^ai$/, /^@ai-sdk\//, /^yauzl$/];

/** Keeps the original paths in the bundle, because our code finds files relative to its own path. */
const placesKept: Plugin = {
  name: "places-kept",
  transform(code, id) {
    if (!code.includes("import.meta.url") || id.includes("/node_modules/")) return null;
    return code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href));
  },
};

const oneDayMs = 86_400_000;

export async function buildProgram(parts: Parts): Promise<void> {
  const folder = builtFolder(parts);
  if (existsSync(folder)) return;
  const making = `${folder}.new-${process.pid}`;
  const bundle = await rolldown({
    cwd: repository,
    input: Object.fromEntries(Object.entries(parts.entries).map(([name, path]) => [name, join(repository, path)])),
    platform: "node",
    external: leftApart,
    plugins: [placesKept],
  });
  await bundle.write({ dir: making, format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" });
  await bundle.close();
  // This build is used only if no source file has changed since it began and no other process has finished the same build.
  if (builtFolder(parts) === folder && !existsSync(folder)) renameSync(making, folder);
  rmSync(making, { recursive: true, force: true });
  forgetOld(parts.name);
}

/** Builds of the last day are kept, because a running server may still load files from them. */
function forgetOld(name: string): void {
  const cache = join(repository, ".cache");
  for (const entry of readdirSync(cache).filter((one) => one.startsWith(`${name}-`))) {
    const path = join(cache, entry);
    if (Date.now() - statSync(path).mtimeMs > oneDayMs) rmSync(path, { recursive: true, force: true });
  }
}
