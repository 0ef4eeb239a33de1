import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

let compiled: Promise<WebAssembly.Module> | undefined;

/** Keeps PGlite's compiled program in memory between databases, so that this process compiles it only once. */
export function keepCompiled(): Promise<WebAssembly.Module> {
  const { resolve } = createRequire(import.meta.url);
  const program = join(dirname(resolve("@electric-sql/pglite")), "pglite.wasm");
  compiled ??= readFile(program).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}
