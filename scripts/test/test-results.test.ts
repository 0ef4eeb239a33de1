import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { closingLine, readTestResults } from "./test-results.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dialectic-results-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it("counts a file that could not be loaded as a failure, and todo tests as skipped", async () => {
  const path = join(folder, "results.json");
  const loaded = { status: "failed", assertionResults: [{ status: "failed" }] };
  const unloaded = { status: "failed", assertionResults: [] };
  const counts = { numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
  await writeFile(path, JSON.stringify({ ...counts, testResults: [loaded, unloaded] }));
  expect(await readTestResults(path)).toEqual({ passed: 7, failed: 2, skipped: 3 });
});

it.each([
  { results: { passed: 12, failed: 0, skipped: 0 }, line: "12 passed, 0 failed" },
  { results: { passed: 12, failed: 1, skipped: 3 }, line: "12 passed, 1 failed, 3 skipped" },
])("ends the report with $line", ({ results, line }) => {
  expect(closingLine(results)).toBe(line);
});
