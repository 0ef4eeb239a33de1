import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenCli, openCli } from "#test";

const notes = "# Notes\n\nThe hornbeam comes from the nursery in Lint.\n\n## Money\n\nWe have 4,000 euros.\n";

describe("memory on the command line", () => {
  let dir: string;
  let cli: OpenCli;
  beforeAll(() => {
    cli = openCli();
    dir = mkdtempSync(join(tmpdir(), "dialectic-memory-"));
    writeFileSync(join(dir, "notes.md"), notes);
  });
  afterAll(async () => {
    await cli[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true, force: true });
  });

  const run = (args: string[], input?: string) =>
    cli.run(args, { env: { DIALECTIC_HOME: join(dir, "home") }, ...(input !== undefined && { input }) });
  const json = async (args: string[], input?: string) => JSON.parse((await run([...args, "--json"], input)).stdout);

  it("indexes a file and the project's texts, finds passages, and reports wrong input", async () => {
    await json(
      ["project", "create", "-", "--name", "Hedge"],
      "Plant a hedge of hornbeam, with a gate for the tractor.",
    );
    // A project's texts are indexed automatically.
    expect((await run(["memory", "search", "tractor"])).stdout).toMatch(/ {2}hedge: brief, characters 0–55\n/);
    const file = { source: "file:notes.md", passages: 2 };
    expect(await json(["memory", "index", "hedge", join(dir, "notes.md")])).toEqual({
      items: [{ ...file, unchanged: false, replaced: 0 }],
    });
    expect(await json(["memory", "index", "hedge", "-", "--name", "notes.md"], notes)).toEqual({
      items: [{ ...file, unchanged: true, replaced: 0 }],
    });
    expect(await json(["memory", "index", "hedge"])).toEqual({
      items: [{ source: "brief", passages: 1, unchanged: true, replaced: 0 }],
    });

    expect((await run(["memory", "index", join(dir, "notes.md")])).stderr).toMatch(/^The project comes first, /);
    expect((await run(["context", "fit", "--help"])).stdout).toMatch(/"currentUserPrompt": "/);

    const found = await json(["memory", "search", "Where does the hornbeam come from?", "--project", "hedge"]);
    expect(found.items.map((hit: { source: string }) => hit.source).sort()).toEqual([
      "brief",
      "file:notes.md",
      "file:notes.md",
    ]);
    expect(notes.slice(found.items[0].start, found.items[0].end)).toBe(found.items[0].text);
    const text = await run(["memory", "search", "tractor", "--source", "brief"]);
    expect(text.stdout).toMatch(/^1\.00 {2}hedge: brief, characters 0–55\nPlant a hedge of hornbeam/);
    expect((await run(["memory", "search", "quantum"])).stdout).toBe("Nothing found.\n");

    expect(await json(["memory", "forget", "hedge", "brief"])).toEqual({ source: "brief" });
    expect((await run(["memory", "search", "tractor"])).stdout).toBe("Nothing found.\n");
    expect(await run(["memory", "forget", "hedge", "brief"])).toMatchObject({ code: 3 });

    const refused = await run(["memory", "language", "hedge", "klingon"]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("is not a supported language") });
    expect(await json(["memory", "language", "hedge", "german"])).toEqual({ language: "german" });
  });
});
