import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { type OpeningStep, openDatabase, readConfig } from "#platform";

const root = mkdtempSync(join(tmpdir(), "dialectic-open-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it("openDatabase reports its progress: it creates and opens a new database, and only opens an existing one", async () => {
  const config = readConfig({}, { data: join(root, "data") });
  const open = async () => {
    const steps: OpeningStep["doing"][] = [];
    const opened = await openDatabase(config, ({ doing }) => steps.push(doing));
    if (!opened.ok) throw new Error("Another process holds the new folder.");
    await opened.database.close();
    return steps;
  };
  expect(await open()).toEqual(["creating", "opening"]);
  expect(await open()).toEqual(["opening"]);
});
