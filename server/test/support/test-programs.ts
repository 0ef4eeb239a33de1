import { fileURLToPath } from "node:url";
import { findBuilt, type Parts, repository } from "../../bin/built-program.mjs";

/** Programs that tests start as separate processes. `npm test` bundles them, as `npm ci` does with the product. */
export const testPrograms: Parts = {
  name: "test-programs",
  entries: {
    "cli-process": "server/test/support/cli-process.ts",
    "job-worker": "server/test/faults/job-worker.ts",
    "rate-worker": "server/test/faults/rate-worker.ts",
  },
  folders: ["server/src", "contract/src", "server/test/support", "server/test/faults"],
};

/** The file to start for one of these programs. */
export function testProgram(entry: string): string {
  const built = findBuilt(testPrograms);
  return built ? fileURLToPath(built(entry)) : `${repository}${testPrograms.entries[entry]}`;
}
