import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { withFrontMatter } from "#documents";
import { sha256 } from "#platform";
import { writeTestExport, zipFolder } from "../exports.fixture.ts";
import { exportToGit } from "../index.ts";

const { dir, fresh, remove } = zipFolder();
afterAll(remove);

const stage = (place: string) => `session_0a1b2c3d/iteration_1/${place}/seed_prompt.md`;
const files = new Map([
  ["brief.md", "Plant a hedge.\n"],
  [stage("1_thesis"), "Propose.\n"],
  [stage("2_antithesis"), "Criticise.\n"],
  ["Pending/01_m1.md", "- [ ] Dig.\n"],
  ["project_readme.md", "# Hedge\n"],
  ["rows/sessions.jsonl", '{"id":"{{sessions/0/0a1b2c3d}}","short_id":"0a1b2c3d"}\n'],
  [
    "rows/stage_runs.jsonl",
    ["thesis", "antithesis"]
      .map((key, n) => ({
        session_id: "{{sessions/0/0a1b2c3d}}",
        iteration: 1,
        stage: key,
        started_at: `2026-05-0${n + 1}T08:00:00+00:00`,
        finished_at: `2026-05-0${n + 1}T09:00:00+00:00`,
      }))
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(""),
  ],
]);
const messages = [
  "brief: Hedge",
  "thesis: session 0a1b2c3d, iteration 1",
  "antithesis: session 0a1b2c3d, iteration 1",
  "plan: Hedge",
];

const git = (repository: string, ...args: string[]) =>
  execFileSync("git", args, { cwd: join(dir, repository), encoding: "utf8" }).trim();
const log = (repository: string, format = "%s") =>
  git(repository, "log", "--reverse", `--format=${format}`).split("\n");
const make = (repository: string, ...init: string[]) => {
  mkdirSync(join(dir, repository));
  git(repository, "init", "-q", "-b", "main", ...init);
};
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
};

describe("an export under git", () => {
  let zip: string;
  beforeAll(async () => {
    zip = fresh();
    await writeTestExport(zip, files);
  });
  // Ignores this machine's git configuration: no identity, hooks or signing.
  beforeEach(() => {
    for (const scope of ["GLOBAL", "SYSTEM"]) vi.stubEnv(`GIT_CONFIG_${scope}`, "/dev/null");
  });
  afterEach(() => expect(existsSync(join(dir, "rows"))).toBe(false));
  const exportTo = (folder: string, push = false) => exportToGit({ zip, dir: join(dir, folder), push });

  it("creates a repository with one commit per stage, dated by the stage, and with the same hashes each time", async () => {
    expect((await exportTo("new")).commits).toEqual(messages);
    expect(log("new")).toEqual(messages);
    expect(log("new", "%aI %cI")[1]).toBe("2026-05-01T09:00:00+00:00 2026-05-01T09:00:00+00:00");
    expect(git("new", "show", "--name-only", "--format=", "HEAD~2")).toBe(stage("1_thesis"));
    expect(git("new", "status", "--porcelain")).toBe("");
    expect(git("new", "ls-files")).not.toContain("rows/");
    await exportTo("other");
    expect(log("other", "%H")).toEqual(log("new", "%H"));
  });

  it("adds nothing the second time, commits leftovers of a killed run, and leaves the user's cards unchanged", async () => {
    await exportTo("again");
    renameSync(join(dir, "again/Pending/01_m1.md"), join(dir, "again/Current/01_m1.md"));
    write("again/Current/01_m1.md", "- [x] Dig.\n");
    expect((await exportTo("again")).commits).toEqual([]);
    expect(readFileSync(join(dir, "again/Current/01_m1.md"), "utf8")).toBe("- [x] Dig.\n");
    expect(existsSync(join(dir, "again/Pending/01_m1.md"))).toBe(false);

    // The state that a run leaves if it is killed between writing and committing.
    git("again", "reset", "-q", "HEAD~2");
    expect((await exportTo("again")).commits).toEqual([messages[2], messages[3]]);
    expect(log("again")).toEqual(messages);
  });

  it("neither overwrites nor commits an edited document, and moves other changed files aside", async () => {
    const path = "session_0a1b2c3d/iteration_1/1_thesis/rehearsal~2fatlas_1_thesis.md";
    const document = (body: string) => withFrontMatter({ stage: "thesis", sha256: sha256(`${body}\n`) }, body);
    const own = fresh();
    await writeTestExport(own, new Map([...files, [path, document("# Hedge")]]));
    await exportToGit({ zip: own, dir: join(dir, "edited"), push: false });
    const later = fresh();
    await writeTestExport(later, new Map([...files, [path, document("# Wall")], ["project_readme.md", "# Wall\n"]]));
    const mine = document("# Hedge").replace("# Hedge", "# My fence");
    write(`edited/${path}`, mine);
    write("edited/project_readme.md", "Mine.\n");
    const done = await exportToGit({ zip: later, dir: join(dir, "edited"), push: false });
    expect(done).toMatchObject({
      commits: [messages[3]],
      edited: [path],
      kept: [{ path: "project_readme.md", as: "project_readme.edited.md" }],
    });
    expect(readFileSync(join(dir, "edited", path), "utf8")).toBe(mine);
    expect(git("edited", "show", `HEAD:${path}`)).toBe(document("# Hedge").trim());
    expect(readFileSync(join(dir, "edited/project_readme.edited.md"), "utf8")).toBe("Mine.\n");
  });

  it("commits to an existing repository as configured there, touches nothing else, and pushes to its remote", async () => {
    make("remote", "--bare");
    make("own");
    git("own", "config", "user.name", "Ada");
    git("own", "config", "user.email", "ada@example.org");
    write("own/.gitignore", "*.md\n");
    write("own/mine.txt", "Mine.");
    git("own", "add", "mine.txt");
    await expect(exportTo("own/plans", true)).rejects.toMatchObject({ code: "invalid_input" });
    git("own", "remote", "add", "origin", join(dir, "remote"));
    expect(await exportTo("own/plans", true)).toMatchObject({ commits: [], pushed: true });
    expect(git("remote", "log", "--format=%an <%ae>", "main").split("\n")).toEqual(
      messages.map(() => "Ada <ada@example.org>"),
    );
    expect(git("own", "diff", "--cached", "--name-only")).toBe("mine.txt");
    expect(git("remote", "show", "main:plans/brief.md")).toBe("Plant a hedge.");
    expect(await exportTo("own/plans", true)).toMatchObject({ commits: [], pushed: true });
  });

  it("creates a repository if the surrounding repository ignores the folder", async () => {
    make("around");
    write("around/.gitignore", "exports/\n");
    expect((await exportTo("around/exports")).commits).toEqual(messages);
    expect(log("around/exports")).toEqual(messages);
    expect(() => git("around", "rev-parse", "-q", "--verify", "HEAD")).toThrow();
  });

  it("passes on git's error message", async () => {
    make("broken");
    write("broken/.git/index.lock", "");
    await expect(exportTo("broken")).rejects.toMatchObject({
      code: "git_failed",
      message: expect.stringMatching(/^git add failed: /),
    });
  });
});
