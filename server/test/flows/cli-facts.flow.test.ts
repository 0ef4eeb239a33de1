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
  const beforeChoice = new Date().toISOString();
  await answer("a2", "90k EUR");
  expect(await said("facts", "list", projectId, "--status", "conflict")).toContain("F2  conflict  Budget: 90,000 EUR");
  await said("facts", "choose", projectId, "F2", "--reason", "a new quote");
  await said("facts", "edit", projectId, "project.budget.total", "95,000 EUR", "--reason", "by phone");
  expect(await said("blocks", projectId)).toContain("Budget: 95,000 EUR [F3]");
  expect(await said("facts", "undo", projectId)).toContain(`Undo it with "facts undo ${projectId} `);
  const why = await said("facts", "why", projectId, "project.budget.total");
  expect(why).toContain(">>90k EUR<<");
  expect(why).toContain("F1  superseded  Budget: 80,000 EUR");
  expect(await said("facts", "history", projectId)).toContain("choose by a person: conflict to accepted (a new quote)");
  const { items } = await json("facts", "as-of", projectId, "2000-01-01");
  expect(items).toEqual([]);
  expect(await said("facts", "as-of", projectId, "2000-01-01")).toContain("Nothing was accepted then.");
  expect(await said("facts", "as-of", projectId, beforeChoice)).toContain(
    "F1  accepted  Budget: 80,000 EUR, superseded since",
  );
  const [bundle] = (await json("bundles", "list", projectId)).items;
  expect(await said("bundles", "show", bundle.id)).toContain('text="90k EUR"');
  const { code, stderr } = await run("bundles", "parse", bundle.id);
  expect([code, stderr]).toEqual([
    4,
    expect.stringMatching(/no extractor.+ Run "dialectic facts extractor \S+ MODEL"/),
  ]);
  expect((await run("facts", "show", projectId, "F99")).code).toBe(3);

  // Lists the fact keys, promotes a statement without a key, and adds a key.
  expect(await said("facts", "keys", projectId, "--search", "budget total")).toMatch(
    /^project\.budget\.total +Budget +currency +high risk$/m,
  );
  const operations = [
    { key: "project.summary.mood", value: "90k", quote: "90k EUR" },
    { key: "project.budget.total", value: 5, quote: "five" },
  ];
  await client.postOperations({ params: { bundleId: bundle.id }, body: { operations } });
  const notes = await said("facts", "notes", projectId);
  expect(notes).toContain('unmapped: unknown key  "90k EUR"');
  expect(notes).toMatch(/refused: not in bundle {2}\{.*"quote":"five"/);
  expect(await said("bundles", "show", bundle.id)).toContain('- unmapped: unknown key  "90k EUR"');
  const [note] = (await json("facts", "notes", projectId, "--kind", "unmapped")).items;
  expect(await said("facts", "promote", note.id, "project.summary.mood", "Mood")).toContain("Mood: 90k");
  expect(await said("facts", "notes", projectId, "--kind", "unmapped")).toContain("No statements were found.");
  const added = [
    "facts",
    "add-key",
    projectId,
    "project.summary.tone",
    "Tone",
    "--type",
    "enum",
    "--options",
    "warm;cool",
  ];
  expect(await said(...added)).toMatch(/^project\.summary\.tone +Tone +enum of warm, cool +added$/m);
  await said(...added);
  expect((await run("facts", "add-key", projectId, "project.summary.tone", "Tone")).code).toBe(4);
  expect((await run("facts", "add-key", projectId, "project.mood.tone", "Tone")).code).toBe(2);
  expect(await said("questions", "answer", projectId, "project.summary.tone", "warm")).toContain("Tone: warm");
});

it("lists of facts and turns say that a turn waits because no worker is running", async () => {
  const alone = mkdtempSync(join(tmpdir(), "dialectic-unread-"));
  const run = (...args: string[]) => cli.run([...args, "--data", alone]);
  try {
    const { id } = Project.parse(JSON.parse((await run("project", "create", "examples/popup.md", "--json")).stdout));
    await run("facts", "extractor", id, "rehearsal/atlas");
    await run("questions", "answer", id, "project.summary.goal", "A calm launch", "--chat", "We expect 300 guests.");
    for (const list of ["facts", "bundles"]) {
      const { stderr } = await run(list, "list", id);
      expect(stderr).toMatch(/^A turn waits to be read, and no worker is running\. Run .*serve/m);
    }
  } finally {
    rmSync(alone, { recursive: true, force: true });
  }
});
