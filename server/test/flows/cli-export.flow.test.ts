import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenCli, openCli, type RunningServer, startServer } from "#test";
import { filesIn, writeTestExport } from "../../src/exports/exports.fixture.ts";

describe("the command line", () => {
  const dir = mkdtempSync(join(tmpdir(), "dialectic-export-"));
  const env = { DIALECTIC_HOME: join(dir, "home"), GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  let server: RunningServer;
  let cli: OpenCli;
  beforeAll(async () => {
    cli = openCli();
    server = await startServer(["--no-web"], env);
  });
  afterAll(async () => {
    await cli[Symbol.asyncDispose]();
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  const run = (args: string[]) => cli.run(args, { env });
  const json = async (args: string[]) => JSON.parse((await run([...args, "--json"])).stdout);

  it("exports a project, verifies it, imports it again, and writes it as commits", async () => {
    const client = createClient((path, init) =>
      fetch(new URL(path, server.origin), {
        ...init,
        headers: { ...init.headers, authorization: `Bearer ${server.secret}` },
      }),
    );
    const { id: projectId } = await client.createProject({ body: { brief: "Plant a hedge.", process: "brief" } });
    await client.createSession({ params: { projectId }, body: { models: ["rehearsal/atlas"], start: true } });
    await expect
      .poll(() => client.getProject({ params: { projectId } }), { timeout: 60_000 })
      .toMatchObject({ latestSession: { status: "awaiting_feedback" } });

    const zip = join(dir, "plan.zip");
    const exported = await json(["export", "plant-a-hedge", "--out", zip]);
    expect(exported).toEqual({ file: zip, bytes: readFileSync(zip).length });
    const kept = join(dir, "home", "projects", "plant-a-hedge", "export.zip");
    expect(readFileSync(kept).equals(readFileSync(zip))).toBe(true);
    expect(readdirSync(join(dir, "home", "spool"))).toEqual([]);

    expect(await json(["verify", zip])).toMatchObject({ project: "Plant a hedge", rows: { projects: 1, sessions: 1 } });
    const altered = join(dir, "altered.zip");
    const bytes = readFileSync(zip);
    bytes.writeUInt8(bytes.readUInt8(50) ^ 1, 50);
    writeFileSync(altered, bytes);
    const fault = /altered\.zip is not what was exported: altered: brief\.md\. Export the project again, or .+\.\n$/;
    expect(await run(["verify", altered])).toMatchObject({ code: 6, stderr: expect.stringMatching(fault) });
    expect(await run(["import", altered])).toMatchObject({
      code: 6,
      stderr: expect.stringMatching(fault),
    });
    const verified = await run(["verify", zip]);
    expect(verified.stdout).toMatch(
      /complete and unaltered since it was exported.+\n.+do not prove who made the export/,
    );
    expect(await json(["verify", zip])).toMatchObject({ isOriginProven: false });
    expect(await json(["import", zip])).toMatchObject({ slug: "plant-a-hedge-2", brief: "Plant a hedge." });
    const again = await run(["import", zip]);
    expect(again.stdout).toMatch(/^Imported as plant-a-hedge-3 .+ Nothing was started/);
    expect(again.stdout).toMatch(/Who made the file is not proven/);
    expect(again.stdout).toMatch(/"dialectic stage submit [0-9a-f-]{36} thesis" continues after thesis, free\./);
    expect((await run(["project", "delete", "plant-a-hedge-3", "--yes"])).code).toBe(0);

    expect((await run(["models", "key", "list"])).stdout).toContain("dialectic models key set openai");

    // The ids of the copy end in the same characters as those of the original.
    const { id: session } = (await json(["session", "list", "plant-a-hedge"])).items[0];
    const { stderr } = await run(["session", "show", session.slice(-8)]);
    const [, start] = /Use "([0-9a-f-]+)" \(Plant a hedge in plant-a-hedge-2\), /.exec(stderr) ?? [];
    const copied = await json(["session", "show", start ?? stderr]);
    expect((await run(["project", "show", copied.projectId])).stdout).toMatch(/\nfolder +plant-a-hedge-2\n/);

    const { commits } = await json(["export", "plant-a-hedge-2", "--git", join(dir, "repository")]);
    expect(commits).toEqual([
      "brief: Plant a hedge",
      expect.stringMatching(/^thesis: session [0-9a-f]{8}, iteration 1$/),
      "summary: Plant a hedge",
    ]);
  });

  it("prints names from an untrusted export without letting them control the terminal", async () => {
    const files = await filesIn(join(dir, "plan.zip"));
    const { rows } = JSON.parse(files.get("manifest.json") ?? "");
    files.delete("manifest.json");
    // Escape sequences that set the title, clear the screen, write to the clipboard and hide the text after them.
    const evil = "\u001b]0;owned\u0007\u001b[2J\u001b]52;c;eA==\u0007\u001b[8m\u009b2J\r";
    for (const [table, column] of [
      ["projects", "name"],
      ["documents", "title"],
      ["jobs", "label"],
    ]) {
      const path = `rows/${table}.jsonl`;
      const pattern = new RegExp(`"${column}":"`, "g");
      files.set(
        path,
        (files.get(path) ?? "").replace(pattern, () => `"${column}":${JSON.stringify(evil).slice(0, -1)}`),
      );
    }
    files.set(`notes${evil}.md`, "Notes.");
    const { name } = JSON.parse(files.get("rows/projects.jsonl") ?? "");
    const forged = join(dir, "forged.zip");
    await writeTestExport(forged, files, { rows, project: { name } });
    expect(await run(["verify", forged])).toMatchObject({ code: 0, stdout: expect.stringContaining("␛]0;owned␇") });
    const { id: project } = await json(["import", forged]);
    const [{ id: session }] = (await json(["session", "list", project])).items;
    const commands = [
      ...[`import ${forged}`, "project list", `project show ${project}`, `session list ${project}`, "inbox", "board"],
      ...[
        `session show ${session}`,
        `session claims ${session}`,
        `session scores ${session}`,
        `session quote ${session}`,
      ],
      ...[`doc list ${session}`, `doc files ${project}`, `jobs list --session ${session}`, `board show ${project}`],
      ...[`export ${project} --out ${join(dir, "again.zip")}`, `memory index ${project}`],
      `project delete ${project} --yes`,
    ];
    for (const command of commands) {
      const { code, stdout, stderr } = await run(command.split(" "));
      expect({ command, code, stderr }).toMatchObject({ code: 0 });
      expect({ command, control: /[^\P{Cc}\n\t]/u.exec(stdout + stderr)?.[0] }).toEqual({
        command,
        control: undefined,
      });
    }
  });
});
