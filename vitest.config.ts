import type { Plugin } from "vite";
import { configDefaults, defineConfig } from "vitest/config";
import { LongestFirst } from "./scripts/test/longest-first.ts";

// Fault tests of the data folder. They may run at the same time as other tests, because they do not depend on leases, which
// could expire on a busy machine.
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

// The test files of one worker share loaded modules, because loading them again for each file took half of a run's time. A
// test must therefore restore what it changes outside its own file.
const sharing = {
  isolate: false,
  // A worker that shares modules opens and closes dozens of embedded databases, which use the same WebAssembly module. V8
  // 13.6 can crash when it collects that module's compiled code: "jit_page_->allocations_.erase(addr) == 1".
  execArgv: ["--no-wasm-code-gc"],
  unstubEnvs: true,
};

/**
 * Resolves packages as Node does for users. By default, vitest uses the "development" builds of some packages (micromark),
 * and their assertions halve the speed.
 */
const asNodeResolves: Plugin = {
  name: "as-node-resolves",
  configResolved({ environments, ssr }) {
    for (const resolve of [ssr.resolve, ...Object.values(environments).map((one) => one.resolve)]) {
      if (resolve) resolve.conditions = resolve.conditions?.filter((one) => one !== "development|production") ?? [];
    }
  },
};

// Three files run at a time, even on two cores, because flows mostly wait for processes that they start. The other fault
// tests kill, stop and race processes with leases of one second. They run last and without other tests, two files at a time,
// because such short leases would expire on a busy machine.
export default defineConfig({
  plugins: [asNodeResolves],
  test: {
    pool: "forks",
    maxWorkers: 3,
    globalSetup: "server/test/support/test-run.ts",
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
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
