import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { runCli } from "#test";
import { dying } from "./killed/killed-run.ts";

const data = mkdtempSync(join(tmpdir(), "dialectic-deleted-"));
afterAll(() => rmSync(data, { recursive: true, force: true }));

it("the next start removes a deleted project's folder if the process died after deleting the rows but before deleting the files", async () => {
  const [lawn, hedge] = ["lawn", "hedge"].map((name) => join(data, "projects", name));
  if (!lawn || !hedge) throw new Error("There are no paths.");
  for (const name of ["Lawn", "Hedge"]) {
    const made = await runCli(["project", "create", "-", "--name", name, "--data", data], { input: `The ${name}.` });
    expect(made.code, made.stderr).toBe(0);
  }
  for (const folder of [lawn, hedge]) mkdirSync(join(folder, "Pending"), { recursive: true });

  const killed = await runCli(["project", "delete", "lawn", "--yes", "--data", data], {
    env: dying("project deleted#1", join(data, "passed")),
  });
  expect(killed.code).not.toBe(0);
  expect(existsSync(lawn)).toBe(true);

  const { stdout } = await runCli(["project", "list", "--json", "--data", data]);
  expect(JSON.parse(stdout).items).toMatchObject([{ slug: "hedge" }]);
  expect([existsSync(lawn), existsSync(hedge)]).toEqual([false, true]);
});
