import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { markUsed, pruneTemplates } from "./prune-templates.ts";

const dir = mkdtempSync(join(tmpdir(), "dialectic-templates-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it("pruneTemplates removes templates that were not used for a week, and nothing else", () => {
  const now = new Date("2026-03-20T12:00:00Z");
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);
  for (const [name, days] of [
    ["pglite-1-own", 30],
    ["pglite-1-old", 8],
    ["pglite-1-half.new-77", 8],
    ["pglite-1-recent", 6],
    ["postgres-17", 300],
  ] as const) {
    mkdirSync(join(dir, name));
    writeFileSync(join(dir, name, "PG_VERSION"), "17");
    markUsed(join(dir, name), daysAgo(days));
  }
  pruneTemplates(join(dir, "pglite-1-own"), now);
  expect(readdirSync(dir)).toEqual(["pglite-1-own", "pglite-1-recent", "postgres-17"]);
});
