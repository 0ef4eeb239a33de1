import type { Plugin } from "vite";
import { configDefaults, defineConfig } from "vitest/config";
import { LongestFirst } from "./scripts/test/longest-first.ts";

// Runs in a data folder have no leases that a busy machine could lose: their faults need not be alone.
const folderFaults = [
  "data-folder",
  "deleted-project",
  "folder-identity",
  "folder-permissions",
  "killed-run",
  "planted-folder",
  "power-cut",
].map((name) => `server/test/faults/${name}.fault.test.ts`);
const flows = ["server/test/flows/**/*.test.ts", "{server,web}/**/*.flow.test.ts", ...folderFaults];
const faults = ["server/test/faults/**/*.test.ts", "server/**/*.fault.test.ts"];
const exclude = [...configDefaults.exclude, "**/.cache/**", "web/dist/**"];

// Test files of one worker share its modules: loading them again for each file took half of the time. A test restores what it
// changes outside its own file.
const sharing = {
  isolate: false,
  // Such a worker opens and closes dozens of embedded databases that share one WebAssembly module; V8 13.6 can crash when it
  // collects that module's compiled code: "jit_page_->allocations_.erase(addr) == 1".
  execArgv: ["--no-wasm-code-gc"],
  unstubEnvs: true,
};

/**
 * Packages are resolved as Node resolves them for users. By default vitest takes the "development" builds of some (micromark),
 * whose assertions make them half as fast.
 */
const asNodeResolves: Plugin = {
  name: "as-node-resolves",
  configResolved({ environments, ssr }) {
    for (const resolve of [ssr.resolve, ...Object.values(environments).map((one) => one.resolve)]) {
      if (resolve) resolve.conditions = resolve.conditions?.filter((one) => one !== "development|production") ?? [];
    }
  },
};

// Three files at a time, for machines with two cores: flows start processes of their own and wait for them, so that a
// third finds time, and parts fill the gaps. The faults (killed, stopped and racing processes with leases of a second) come
// last and alone, two files at a time: a busy machine would lose those leases.
export default defineConfig({
  plugins: [asNodeResolves],
  test: {
    pool: "forks",
    maxWorkers: 3,
    globalSetup: "server/test/support/test-run.ts",
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "parts",
          include: ["{bench,contract,server,scripts,web}/**/*.test.{ts,tsx}"],
          exclude: [...exclude, ...flows, ...faults],
          ...sharing,
        },
      },
      {
        extends: true,
        test: {
          name: "flows",
          include: flows,
          exclude,
          ...sharing,
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: "faults",
          include: faults,
          exclude: [...exclude, ...folderFaults],
          ...sharing,
          maxWorkers: 2,
          testTimeout: 300_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
