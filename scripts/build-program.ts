/**
 * Bundles the program into a few files, so that a start loads those and not 1,500 (`server/bin/built-program.mjs`
 * says when they are used). Run by `npm ci`, and by `npm test`, which adds the worker processes of the fault tests.
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Plugin, rolldown } from "rolldown";
import { builtFolder, type Parts, repository } from "../server/bin/built-program.mjs";

/** These have files of their own next to their code, or are loaded late and rarely. */
const leftApart = [/^@electric-sql\//, /^@energetic-ai\//, /^gpt-tokenizer/, /^pg$/, /^ai$/, /^@ai-sdk\//, /^yauzl$/];

/** Our code finds files relative to its own path: the bundle keeps the original paths. */
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
  // Only if no source changed meanwhile. Another process may have been faster, which is as good.
  if (builtFolder(parts) === folder && !existsSync(folder)) renameSync(making, folder);
  rmSync(making, { recursive: true, force: true });
  forgetOld(parts.name);
}

/** Not yesterday's: a server that has been running since may still take a part of its own. */
function forgetOld(name: string): void {
  const cache = join(repository, ".cache");
  for (const entry of readdirSync(cache).filter((one) => one.startsWith(`${name}-`))) {
    const path = join(cache, entry);
    if (Date.now() - statSync(path).mtimeMs > oneDayMs) rmSync(path, { recursive: true, force: true });
  }
}
