import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines, type TestApp, testApp } from "#test";
import { fillProject } from "./fill-project.fixture.ts";

const program = fileURLToPath(new URL("../../test/faults/export-worker.ts", import.meta.url));
const mb = 2 ** 20;
/** Limits the heap to about 64 MB. Without the second option, the young generation alone could fill 64 MB with garbage. */
const smallHeap = ["--max-old-space-size=64", "--max-semi-space-size=4"];

// Only on a database server: an embedded database would keep its pages in the memory that is measured.
describe.runIf(engines.includes("postgres"))("the memory that an export or import needs", () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp("postgres");
  });
  afterAll(() => t?.[Symbol.asyncDispose]());

  it("is the same for a project of 4 MB and a project of 64 MB", { timeout: 120_000 }, async () => {
    const ids: string[] = [];
    for (const bytes of [4 * mb, 64 * mb]) {
      const { id: sessionId, projectId } = await t.session({ brief: "Plant hedges.", models: ["rehearsal/atlas"] });
      await fillProject(t.ctx.db, { projectId, sessionId, bytes, block: 1024 }); // compresses well
      ids.push(projectId);
    }
    const args = [...smallHeap, program, t.url ?? "", t.userId, ...ids];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const [small, large] = stdout
      .trim()
      .split("\n")
      .map((line): { rss: number; bytes: number } => JSON.parse(line));
    if (!small || !large) throw new Error("The process did not finish.");
    expect(large.bytes).toBeGreaterThan(small.bytes);
    expect((large.rss - small.rss) / mb).toBeLessThan(48);
  });
});
