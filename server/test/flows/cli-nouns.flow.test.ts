import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RunSummary } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenCli, openCli, type RunningServer, runCli, startServer } from "#test";

const root = mkdtempSync(join(tmpdir(), "dialectic-nouns-"));
const data = join(root, "data");
afterAll(() => rmSync(root, { recursive: true, force: true }));

let cli: OpenCli;
beforeAll(() => {
  cli = openCli();
});
afterAll(() => cli[Symbol.asyncDispose]());

/** Runs a command and returns the line of JSON that it prints. */
async function json(...args: string[]) {
  const { code, stdout, stderr } = await cli.run([...args, "--json", "--data", data]);
  expect(code, stderr).toBe(0);
  expect(stdout.match(/\n/g)).toHaveLength(1);
  return JSON.parse(stdout);
}

/** Runs all commands that only read. */
async function askAll(ids: { project: string; session: string; document: string; job: string; file: string }) {
  const commands = [
    ["project", "list"],
    ["project", "show", ids.project],
    ["session", "list", ids.project],
    ["session", "show", ids.session],
    ["session", "questions", ids.session],
    ["session", "scores", ids.session],
    ["doc", "list", ids.session, "--stage", "thesis", "--kind", "whole"],
    ["doc", "show", ids.document],
    ["doc", "files", ids.project],
    ["doc", "open", ids.project, ids.file],
    ["jobs", "list", "--session", ids.session, "--limit", "500"],
    ["jobs", "show", ids.job],
    ["models"],
  ];
  const answers: Record<string, unknown> = {};
  for (const command of commands) answers[command.slice(0, 2).join(" ")] = await json(...command);
  return answers;
}

describe("commands of every noun", () => {
  let server: RunningServer;
  let ids: Parameters<typeof askAll>[0];
  let fromServer: Record<string, unknown>;
  beforeAll(async () => {
    server = await startServer(["--data", data, "--no-web"]);
  });

  it("take a session through its stages while connected to a running server", async () => {
    const overlay = { boundaries: "Nothing taller than two metres.", compliance: "No cutting from March on." };
    const words = (name: string, own: Partial<typeof overlay>) => {
      writeFileSync(join(root, name), JSON.stringify(own)); // JSON is also YAML
      return ["--overlay", join(root, name)];
    };
    const ofProject = words("project.yaml", { boundaries: overlay.boundaries, compliance: "None." });
    const { stdout } = await cli.run(
      ["project", "create", "-", "--name", "Hedge", "--process", "brief", ...ofProject, "--json", "--data", data],
      {
        input: "Plant a hedge along the road.",
      },
    );
    const project = JSON.parse(stdout);
    const ofSession = words("session.yaml", { compliance: overlay.compliance });
    const session = await json("session", "create", project.id, "--models", "rehearsal/atlas", ...ofSession);
    expect(session).toMatchObject({ status: "ready", currentStage: "thesis", auto: false, overlay });
    const all = words("all.yaml", overlay);
    const quoted = await cli.run(
      ["quote", "-", "--process", "brief", "--models", "rehearsal/atlas", ...all, "--json", "--data", data],
      { input: "Plant a hedge along the road." },
    );
    expect(session.quote).toMatchObject({ process: "brief", calls: 5, free: true });
    expect(JSON.parse(quoted.stdout)).toEqual(session.quote);
    await json("stage", "generate", session.id);
    const first = RunSummary.parse(await json("session", "resume", session.id, "--out", join(root, "out")));
    expect(first).toMatchObject({ status: "awaiting_feedback", stages: { 0: { stage: "thesis", calls: 1 } } });
    const { items } = await json("session", "claims", session.id);
    expect(items[0]).toMatchObject({ id: "C1", model: "rehearsal/atlas", verdicts: [], contested: false });
    expect(await json("session", "answer", session.id, "Q1", "In", "May.")).toMatchObject({ answer: "In May." });
    const answered = await cli.run(["session", "answer", session.id, "Q1", "-", "--json", "--data", data], {
      input: "In May - or June.",
    });
    expect(JSON.parse(answered.stdout)).toMatchObject({ id: "Q1", answer: "In May - or June." });
    const note = "because it is too long";
    expect(await json("session", "choose", session.id, "C1", "rejected", ...note.split(" "))).toMatchObject({
      choice: { verdict: "rejected", note },
    });
    expect(await json("session", "choose", session.id, "C1", "rejected", "--note", "too long")).toMatchObject({
      choice: { verdict: "rejected", note: "too long" },
    });
    expect(await json("stage", "feedback", session.id, "thesis", "begin", "with", "the", "guests")).toMatchObject({
      text: "begin with the guests",
    });
    const submitted = await cli.run(["stage", "submit", session.id, "--json", "--data", data]);
    expect(JSON.parse(submitted.stdout)).toMatchObject({ currentStage: "antithesis" });
    expect(submitted.stderr).toMatch(/^Run "dialectic stage generate \S+ --data \S+" to start antithesis\.\n$/);
    const [document] = (await json("doc", "list", session.id, "--kind", "whole")).items;
    const [job] = (await json("jobs", "list", "--session", session.id)).items;
    expect(existsSync(join(root, "out", document.path))).toBe(true);
    ids = { project: project.id, session: session.id, document: document.id, job: job.id, file: document.path };
  });

  it("steer a session with feedback, edits, regeneration, and the seed prompt of the next stage", async () => {
    expect(
      await json("stage", "feedback", ids.session, "thesis", "Wider at the gate.", "--doc", ids.document),
    ).toMatchObject({
      documentId: ids.document,
      version: 1,
    });
    const markdown = "# Business case\n\nThe hedge is of hornbeam.\n";
    const edited = await cli.run(["doc", "edit", ids.document, "--file", "-", "--json", "--data", data], {
      input: markdown,
    });
    const { changes, ...document } = JSON.parse(edited.stdout);
    expect(document).toMatchObject({ version: 2, markdown });
    const removed = changes.filter((one: { change: string }) => one.change === "removed");
    expect(removed).toContainEqual(expect.objectContaining({ kind: "artifact", id: "claims" }));
    expect(removed).toContainEqual(expect.objectContaining({ kind: "claim", id: "C1" }));
    expect(removed).toContainEqual(expect.objectContaining({ kind: "question", id: "Q1" }));
    const again = await cli.run(["doc", "edit", ids.document, "--file", "-", "--data", data], { input: markdown });
    expect(again.stdout).toMatch(/^Nothing changed: .+ already has this text \(version 2\)\.\n$/);
    expect((await json("doc", "show", ids.document, "--earlier", "1")).markdown).not.toContain("hornbeam");
    const { text } = await json("stage", "seed", ids.session);
    expect(text).toContain("The hedge is of hornbeam.\n");
    expect(text).toContain("Wider at the gate.");
    expect(await json("doc", "quote", ids.document)).toMatchObject({ documents: 1, calls: 1, free: true });
    expect((await cli.run(["doc", "quote", ids.document, "--data", data])).stdout).toBe("1 model call, free\n");
    expect(await json("stage", "quote-stale", ids.session)).toMatchObject({ documents: 0, calls: 0 });
    const renewed = await json("doc", "regenerate", ids.document);
    expect(renewed).toMatchObject({ version: 1, replacedBy: null, path: expect.stringContaining("_2_thesis.md") });
    expect(await json("stage", "regenerate-stale", ids.session)).toEqual({ jobId: null, documents: [] });
    const people = await cli.run(["doc", "list", ids.session, "--kind", "whole", "--data", data]);
    expect(people.stdout).toMatch(/^thesis\nID .* STATE .*\n.* replaced .*\n/);
    const found = await cli.run(["memory", "search", "hedge", "--kind", "document", "--data", data]);
    expect(found.stdout).toContain(`  hedge: ${renewed.title} (${renewed.id.slice(-8)}) ${renewed.path}, `);
  });

  it("each print exactly one line of JSON", async () => {
    fromServer = await askAll(ids);
    expect(fromServer["doc show"]).toMatchObject({ id: ids.document, stage: "thesis" });
  });

  it("print aligned tables and plain text without --json", async () => {
    const list = await cli.run(["project", "list", "--data", data]);
    const [head = "", row = ""] = list.stdout.split("\n");
    expect(head).toMatch(/^ID {36}FOLDER {2}NAME {3}PROCESS {2}STATUS/);
    expect(row.indexOf("Hedge")).toBe(head.indexOf("NAME"));
    expect(row).toMatch(/ brief {4}ready: antithesis can start /);
    expect(list.stdout).not.toContain("\x1b");
    const document = await cli.run(["doc", "show", ids.document, "--data", data]);
    expect(document.stdout).toMatch(/^# /m);
  });

  it("accept the first or last characters of an id, or a project's slug", async () => {
    expect((await json("project", "show", "hedge")).id).toBe(ids.project);
    expect((await json("session", "show", ids.session.slice(-8))).id).toBe(ids.session);
    expect((await json("session", "show", `session_${ids.session.slice(-8)}`)).id).toBe(ids.session);
    for (const project of ["hedge", ids.project, ids.project.slice(-8)]) {
      expect((await json("session", "show", project)).id).toBe(ids.session);
    }
    expect((await json("doc", "show", ids.document.slice(0, -2))).id).toBe(ids.document);
    expect((await json("jobs", "show", ids.job.slice(-8))).id).toBe(ids.job);
    const ambiguous = await cli.run(["doc", "show", ids.document.slice(0, 4), "--data", data]);
    expect([ambiguous.code, ambiguous.stderr]).toEqual([2, expect.stringMatching(/^"\w+" matches \d+ documents\. /)]);
    expect(ambiguous.stderr).toMatch(/\. Use "[0-9a-f-]{9,}" \(.+ in hedge\), "/);
    const unknown = await cli.run(["project", "show", "no-such-hedge", "--data", data]);
    expect([unknown.code, unknown.stderr]).toEqual([3, expect.stringMatching(/^There is no project "no-such-hedge"/)]);
  });

  it("list the sessions of all projects, and all jobs except those that render", async () => {
    expect((await json("session", "list")).items.map((one: { id: string }) => one.id)).toEqual([ids.session]);
    const people = await cli.run(["jobs", "list", "--session", ids.session.slice(-8), "--data", data]);
    expect(people.stdout).not.toContain("render");
    expect(people.stderr).toMatch(/^Rendering and indexing jobs are not shown\. Add --all to see them\.\n$/);
    const all = await cli.run(["jobs", "list", "--all", "--limit", "1", "--data", data]);
    expect(all.stderr).toMatch(/^Showing 1; there are more\. Run "dialectic jobs list --all --limit 1 --after \S+/);
  });

  it("delete a project and its files only with --yes", async () => {
    await cli.run(["project", "create", "-", "--name", "Lawn", "--data", data], { input: "Mow the lawn." });
    const tree = join(data, "projects", "lawn");
    mkdirSync(join(tree, "Pending"), { recursive: true });
    const unasked = await cli.run(["project", "delete", "lawn", "--data", data]);
    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining("Add --yes to delete it.")]);
    const { id } = await json("project", "show", "lawn");
    expect(await json("project", "delete", "lawn", "--yes")).toEqual({ id });
    expect(existsSync(tree)).toBe(false);
    expect((await json("project", "list")).items).toMatchObject([{ id: ids.project }]);
  });

  it("report things that do not exist, each with the matching exit code", async () => {
    const { code, stderr } = await cli.run(["project", "show", ids.session, "--data", data]);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/^There is no project .+\n$/)]);
    const refused = await cli.run(["stage", "generate", ids.session, "paralysis", "--data", data]);
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringMatching(/cannot start/)]);
  });

  it("give the same results from the data folder without a server", async () => {
    expect(await server.stop()).toBe(0);
    expect(existsSync(join(data, "lock.json"))).toBe(false);
    expect(await json("session", "show", ids.session)).toEqual(fromServer["session show"]);
    expect(await json("doc", "show", ids.document)).toEqual(fromServer["doc show"]);
    expect(await json("jobs", "list", "--session", ids.session, "--limit", "500")).toEqual(fromServer["jobs list"]);
    const throughNpm = { env: { npm_lifecycle_event: "start" } };
    const ready = await cli.run(["session", "show", "hedge", "--data", data]);
    expect(ready.stderr).toMatch(/^Run "dialectic session resume \S+ --data \S+" to start antithesis\.\n$/);
    expect((await cli.run(["project", "show", "hedge", "--data", data])).stderr).toBe(ready.stderr);
    expect((await json("session", "archive", ids.session)).status).toBe("archived");
    expect((await json("session", "list")).items).toEqual([]);
    expect((await json("session", "list", "--archived")).items).toHaveLength(1);
    const refused = await cli.run(["stage", "generate", ids.session, "--data", data]);
    expect([refused.code, refused.stderr]).toEqual([
      4,
      expect.stringMatching(
        /is archived, so it cannot be changed\. Run "dialectic session restore \S+" to restore it\.\n$/,
      ),
    ]);
    expect((await json("session", "restore", ids.session)).status).toBe("ready");
    const begun = await cli.run(["stage", "generate", ids.session, "--data", data], throughNpm);
    expect(begun.stderr).toMatch(
      /^No worker is processing this session\. Run "npm start -- session resume \S+ --data \S+" to continue it here, /,
    );
    const listed = await cli.run(["session", "list", "--data", data]);
    expect(listed.stderr).toMatch(
      new RegExp(`^No worker is processing ${ids.session.slice(-8)}\\. Run "dialectic session resume`),
    );
    const projects = await cli.run(["project", "list", "--data", data]);
    expect(projects.stderr).toMatch(/^No worker is processing hedge\. Run "dialectic session resume \S+ --data /);
    const early = await cli.run(["stage", "submit", ids.session, "--data", data]);
    expect([early.code, early.stderr]).toEqual([
      4,
      expect.stringMatching(/\. No worker is processing this session\. Run "dialectic /),
    ]);
    const help = await cli.run(["quote", "--help"], throughNpm);
    expect(help.stdout).toMatch(/"npm start --\s+template\s+list"/);
    expect(existsSync(join(data, "lock.json"))).toBe(false);
  });

  it("include doctor, which finds no problem in a healthy installation and changes nothing", async () => {
    const report = await json("doctor");
    expect(report.ok).toBe(true);
    expect(report.checks.map((check: { name: string }) => check.name)).toEqual([
      "node",
      "data folder",
      "access",
      "models",
      "database",
      "power loss",
      "schema",
      "isolation",
      "outages",
      "files",
      "web app",
    ]);
    const powerLoss = async (env: NodeJS.ProcessEnv) => {
      const { stdout } = await cli.run(["doctor", "--data", data], { env });
      return stdout.split("\n").find((line) => line.includes("power loss"));
    };
    expect(await powerLoss({})).toContain("safe: commits are on disk before they are acknowledged");
    expect(await powerLoss({ DIALECTIC_SYNC: "off" })).toContain("not safe: commits are not synced");
    const outages = async (env: NodeJS.ProcessEnv) => {
      const { stdout } = await cli.run(["doctor", "--data", data], { env });
      return stdout.split("\n").find((line) => /^ok +outages/.test(line));
    };
    expect(await outages({ DIALECTIC_RETRY_WINDOW: "2h" })).toMatch(
      /a crash loses no acknowledged change; the database is part of the program; .+ retried for 2 hours/,
    );
    const elsewhere = join(root, "never-made");
    expect((await cli.run(["doctor", "--data", elsewhere])).code).toBe(0);
    expect(existsSync(elsewhere)).toBe(false);
    for (const name of ["models.json", "providers.json"]) {
      const broken = mkdtempSync(join(root, "broken-"));
      writeFileSync(join(broken, name), "{");
      const found = await cli.run(["doctor", "--data", broken]);
      expect(found.code).not.toBe(0);
      expect(found.stdout).toMatch(new RegExp(`^problem +models +.*${name}`, "m"));
    }
  });

  it("include doctor, which finds problems and says how to fix them", async () => {
    const { code, stdout } = await runCli(["doctor", "--json"], {
      env: { DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing", DIALECTIC_HOME: data },
    });
    expect(code).toBe(14);
    const [broken] = JSON.parse(stdout).checks.filter((check: { ok: boolean }) => !check.ok);
    expect(broken).toMatchObject({
      name: "database",
      code: "database_unreachable",
      message: expect.stringContaining("Is the server running"),
    });
  });
});
