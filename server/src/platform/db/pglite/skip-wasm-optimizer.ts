import { setFlagsFromString } from "node:v8";

/**
 * For a process that ends soon: embedded databases opened after this call are compiled by the fast compiler only. The optimizing
 * compiler pays off after some thousands of statements; until then it took a second of CPU time, and 600 MB of memory for one
 * function alone (the one that evaluates expressions).
 */
export function skipWasmOptimizer(): void {
  setFlagsFromString("--no-wasm-tier-up");
  setFlagsFromString("--no-wasm-dynamic-tiering");
}
