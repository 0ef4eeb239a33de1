import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Job, ProjectSummary, SessionSummary } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "#app";
import { createLog, readConfig } from "#platform";
import { engines, fillInbox, type OpenCli, openCli, type TestDatabase, testDatabase } from "#test";

const root = mkdtempSync(join(tmpdir(), "dialectic-lists-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Enough for several pages of projects and more than five hundred jobs. */
const count = { needing: 150, settled: 180 };
const projects = count.needing + count.settled;

describe.each(engines)("lists on the command line, on %s", (engine) => {
  const data = join(root, engine);
  let database: TestDatabase | undefined;
  let env: NodeJS.ProcessEnv = {};
  let cli: OpenCli;
  beforeAll(async () => {
    if (engine === "postgres") {
      database = await testDatabase(engine);
      env = { DATABASE_URL: database.url ?? "" };
    }
    const created = await createApp({ config: readConfig(env, { data }), log: createLog("error") });
    if (!created.ok) throw new Error("The folder of this test is held.");
    await fillInbox(created.app.database, created.app.userId, count);
    await created.app.close();
    cli = openCli();
  }, 120_000);
  afterAll(async () => {
    await cli[Symbol.asyncDispose]();
    await database?.[Symbol.asyncDispose]();
  });

  async function run(...args: string[]) {
    const { code, stdout, stderr } = await cli.run([...args, ...(args.includes("--data") ? [] : ["--data", data])], {
      env,
    });
    expect(code, stderr).toBe(0);
    return { stdout, stderr };
  }
  const json = async (...args: string[]) => JSON.parse((await run(...args, "--json")).stdout);

  /** Like a person, runs the command that each page prints for the next page. Returns the rows of all pages. */
  async function follow(...args: string[]): Promise<string[]> {
    const rows: string[] = [];
    for (let words: string[] | undefined = args; words; ) {
      const { stdout, stderr } = await run(...words);
      rows.push(...stdout.trimEnd().split("\n").slice(1));
      const [, next] = /Run "dialectic ([^"]+)" for the next page\./.exec(stderr) ?? [];
      words = next?.split(" ").map((word) => word.replace(/^'|'$/g, ""));
    }
    return rows;
  }

  it("show every project once, page by page, if a person follows the printed commands", async () => {
    const rows = await follow("project", "list", "--limit", "120");
    expect(rows).toHaveLength(projects);
    expect(new Set(rows.map((row) => row.slice(0, 36))).size).toBe(projects);
    const failed = await follow("project", "list", "--search", "failed", "--limit", "10");
    expect(failed).toHaveLength(25);
    expect(failed.every((row) => /, failed .*The provider refused request \d+\./.test(row))).toBe(true);
  });

  it("also show sessions and jobs page by page, with larger pages on request", async () => {
    expect(await follow("session", "list", "--archived", "--limit", "150")).toHaveLength(projects);
    const { stderr } = await run("session", "list", "--limit", "1");
    expect(stderr).toContain("Archived sessions are not shown. Add --archived to see them.");
    const jobs: { items: unknown[]; next: string | null } = await json("jobs", "list", "--limit", "10000");
    expect(jobs.next).toBeNull();
    expect(jobs.items.length).toBeGreaterThan(500);
    expect(await follow("jobs", "list", "--limit", "400")).toHaveLength(jobs.items.length);
    const refused = await json("jobs", "list", "--status", "failed", "--search", "refused REQUEST");
    expect(refused.items).toHaveLength(25);
  });

  it("contain, with --json, the items of a page and the cursor of the next page", async () => {
    const first = await json("project", "list", "--limit", "2");
    const second = await json("project", "list", "--limit", "2", "--after", first.next);
    const all = [...first.items, ...second.items].map((one: unknown) => ProjectSummary.strict().parse(one).name);
    expect(new Set(all).size).toBe(4);
    const sessions = await json("session", "list", "project-7", "--limit", "5");
    expect(sessions).toEqual({ items: [expect.objectContaining({ projectSlug: "project-7" })], next: null });
    SessionSummary.strict().parse(sessions.items[0]);
    const { code, stderr } = await cli.run(["project", "list", "--after", "yesterday", "--data", data], { env });
    expect([code, stderr]).toEqual([2, expect.stringContaining('"yesterday" is not a page of this list')]);
  });

  it("find the oldest of many jobs, sessions and projects by part of their ids", async () => {
    const jobs: Job[] = (await json("jobs", "list", "--limit", "10000")).items.map((one: unknown) => Job.parse(one));
    const oldest = jobs.at(-1)?.id ?? "";
    expect((await json("jobs", "show", oldest.slice(-8))).id).toBe(oldest);
    expect((await json("jobs", "show", oldest.slice(0, 30))).id).toBe(oldest);
    const sessions = (await json("session", "list", "--archived", "--limit", "10000")).items;
    const { id, projectId } = SessionSummary.parse(sessions.at(-1));
    expect((await json("session", "show", id.slice(-8))).id).toBe(id);
    expect((await json("session", "show", projectId.slice(-8))).id).toBe(id);
    expect((await json("project", "show", projectId.slice(-8))).id).toBe(projectId);
    const ambiguous = await cli.run(["project", "show", projectId.slice(0, 8), "--data", data], { env });
    expect([ambiguous.code, ambiguous.stderr]).toEqual([
      2,
      expect.stringMatching(
        / matches at least 50 projects\. Use "[0-9a-f-]{9,36}" \(project-\d+\), .+ or another one\.\n$/,
      ),
    ]);
    const [, beginning = ""] = /\. Use "([0-9a-f-]+)" \((project-\d+)\)/.exec(ambiguous.stderr) ?? [];
    expect((await json("project", "show", beginning)).id.startsWith(beginning)).toBe(true);
  });
});
