import { setFlagsFromString } from "node:v8";

/**
 * For a process that ends soon: embedded databases that are opened from now on are compiled once, quickly, and not a
 * second time, well. The second time pays after some thousands of statements; until then it took a second of computing,
 * and 600 MB of memory for one function alone (the one that evaluates expressions).
 */
export function skipWasmOptimizer(): void {
  setFlagsFromString("--no-wasm-tier-up");
  setFlagsFromString("--no-wasm-dynamic-tiering");
}
