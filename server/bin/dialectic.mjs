#!/usr/bin/env node
// Plain JavaScript, so that a Node that is too old for the program can still run this file and report the problem.
const wanted = 24;
const major = Number(process.versions.node.split(".")[0]);

if (major < wanted) {
  process.stderr.write(
    `Dialectic needs Node ${wanted} or newer, and this is ${process.versions.node}. Start it with "npm start --", which brings its own Node, or install Node ${wanted}.\n`,
  );
  process.exit(12);
}

// Caches the code that Node has compiled. Every start except the first then takes half the time.
const { enableCompileCache } = await import("node:module");
const { fileURLToPath } = await import("node:url");
const { chmodSync, mkdirSync, statSync } = await import("node:fs");
const compiled = fileURLToPath(new URL("../../.cache/node", import.meta.url));
if (isPrivate(compiled)) {
  enableCompileCache(compiled);
  process.env.NODE_COMPILE_CACHE ??= compiled; // threads use the cache only if this variable is set
}

/**
 * True if no other user can write to the folder, whose code Node will run. If the folder belongs to this user, it is first
 * made private.
 * @param {string} folder
 */
function isPrivate(folder) {
  if (process.getuid === undefined) return true;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(folder);
    if (uid === process.getuid() && (mode & 0o077) !== 0) chmodSync(folder, 0o700);
    return uid === process.getuid();
  } catch {
    return false;
  }
}

// It is not an error if the reader of the output has ended (`| head`).
process.stdout.on("error", () => process.exit(0));

// Only this file names all entry points. It passes the other two to the CLI, which imports them when it needs them.
const { findBuilt, program } = await import("./built-program.mjs");
const built = findBuilt(program);
const entryPoints = built
  ? { cli: () => import(built("cli")), http: () => import(built("http")), worker: () => import(built("worker")) }
  : {
      cli: () => import("../src/entry/cli/index.ts"),
      http: () => import("../src/entry/http/index.ts"),
      worker: () => import("../src/entry/worker/index.ts"),
    };
const { main } = await entryPoints.cli();
const code = await main(process.argv.slice(2), entryPoints);
// Flushes the output before the process ends.
process.stdout.write("", () => process.exit(code));
