import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, Project } from "@dialectic/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OpenCli, openCli, type RunningServer, startServer } from "#test";

const data = mkdtempSync(join(tmpdir(), "dialectic-facts-"));
let cli: OpenCli;
let server: RunningServer;
beforeAll(async () => {
  cli = openCli();
  server = await startServer(["--data", data, "--no-web"]);
});
afterAll(async () => {
  await server.stop();
  await cli[Symbol.asyncDispose]();
  rmSync(data, { recursive: true, force: true });
});

it("facts can be proposed, accepted, contradicted, chosen, edited, undone and explained on the command line", async () => {
  const run = (...args: string[]) => cli.run([...args, "--data", data]);
  const said = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(...args);
    expect(code, stderr).toBe(0);
    return stdout;
  };
  const json = async (...args: string[]) => JSON.parse(await said(...args, "--json"));
  const { id: projectId } = Project.parse(await json("project", "create", "examples/popup.md"));
  const client = createClient((path, init) =>
    fetch(new URL(path, server.origin), {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${server.secret}` },
    }),
  );
  const answer = (turnKey: string, text: string) =>
    client.answerKeys({ params: { projectId }, body: { turnKey, answers: [{ key: "project.budget.total", text }] } });
  await answer("a1", "80k EUR");
  expect(await said("facts", "list", projectId)).toContain("F1  proposed  Budget: 80,000 EUR (high risk key)");
  await said("facts", "accept", projectId, "F1");
  await answer("a2", "90k EUR");
  expect(await said("facts", "list", projectId, "--status", "conflict")).toContain("F2  conflict  Budget: 90,000 EUR");
  await said("facts", "choose", projectId, "F2", "--reason", "a new quote");
  await said("facts", "edit", projectId, "project.budget.total", "95,000 EUR", "--reason", "by phone");
  expect(await said("blocks", projectId)).toContain("Budget: 95,000 EUR [F3]");
  await said("facts", "undo", projectId);
  const why = await said("facts", "why", projectId, "project.budget.total");
  expect(why).toContain(">>90k EUR<<");
  expect(why).toContain("F1  superseded  Budget: 80,000 EUR");
  expect(await said("facts", "history", projectId)).toContain("choose by a person: conflict to accepted (a new quote)");
  const { items } = await json("facts", "as-of", projectId, "2000-01-01");
  expect(items).toEqual([]);
  const [bundle] = (await json("bundles", "list", projectId)).items;
  expect(await said("bundles", "show", bundle.id)).toContain('text="90k EUR"');
  const { code, stderr } = await run("bundles", "parse", bundle.id);
  expect([code, stderr]).toEqual([
    4,
    expect.stringMatching(/no extractor.+ Run "dialectic facts extractor \S+ MODEL"/),
  ]);
  expect((await run("facts", "show", projectId, "F99")).code).toBe(3);
});
