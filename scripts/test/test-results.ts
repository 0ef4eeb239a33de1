import { readFile } from "node:fs/promises";
import { z } from "zod";

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

export interface TestResults {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Reads vitest's JSON report. A file that could not be loaded is counted as one failure, because its tests are unknown.
 */
export async function readTestResults(path: string): Promise<TestResults> {
  const report = reportSchema.parse(JSON.parse(await readFile(path, "utf8")));
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The last line of the output, which people and programs read. */
export function closingLine(results: TestResults): string {
  const skipped = results.skipped > 0 ? `, ${results.skipped} skipped` : "";
  return `${results.passed} passed, ${results.failed} failed${skipped}`;
}
