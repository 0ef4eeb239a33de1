import { fileURLToPath } from "node:url";
import { findBuilt, type Parts, repository } from "../../bin/built-program.mjs";

/** Programs that tests start as processes of their own, put together by `npm test` as the product is by `npm ci`. */
export const testPrograms: Parts = {
  name: "test-programs",
  entries: {
    "cli-process": "server/test/support/cli-process.ts",
    "job-worker": "server/test/faults/job-worker.ts",
    "rate-worker": "server/test/faults/rate-worker.ts",
  },
  folders: ["server/src", "contract/src", "server/test/support", "server/test/faults"],
};

/** The file to start for one of them. */
export function testProgram(entry: string): string {
  const built = findBuilt(testPrograms);
  return built ? fileURLToPath(built(entry)) : `${repository}${testPrograms.entries[entry]}`;
}
