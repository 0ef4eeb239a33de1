import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenCli, openCli } from "#test";

/** One project with a chosen folder. Each test starts where the previous one ended. */
describe("files of a project that a person edits and moves", () => {
  const root = mkdtempSync(join(tmpdir(), "dialectic-files-"));
  const data = join(root, "data");
  const out = join(root, "plans", "hedge");
  let cli: OpenCli;
  let session: string;
  let project: { id: string; slug: string };
  beforeAll(() => {
    cli = openCli();
    writeFileSync(join(root, "hedge.md"), "Plant a hedge along the road by May for 900 EUR.\n");
  });
  afterAll(async () => {
    await cli[Symbol.asyncDispose]();
    rmSync(root, { recursive: true, force: true });
  });

  const run = (...args: string[]) => cli.run([...args, "--data", data]);
  async function json(...args: string[]) {
    const { code, stdout, stderr } = await run(...args, "--json");
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  }
  const claim = "[C] We plant hornbeam and nothing else.";
  const read = (path: string) => readFileSync(join(out, path), "utf8");
  const editOnDisk = (path: string, change: (text: string) => string) =>
    writeFileSync(join(out, path), change(read(path)));
  async function document(stage: string, kind: "whole" | "artifact", artifact?: string) {
    const { items } = await json("doc", "list", session, "--stage", stage, "--kind", kind);
    return items.find((one: { artifact: string | null }) => artifact === undefined || one.artifact === artifact);
  }

  it("are written to the folder named with --out, both by the command that names it and by all later ones", async () => {
    const made = await json("project", "create", join(root, "hedge.md"), "--name", "Hedge", "--process", "brief");
    project = { id: made.id, slug: made.slug };
    session = (await json("session", "create", project.id, "--models", "rehearsal/atlas", "--start")).id;
    const first = await json("session", "resume", session, "--out", out);
    expect(first).toMatchObject({ status: "awaiting_feedback", out });
    const { path } = await document("thesis", "whole");
    expect(existsSync(join(out, path))).toBe(true);
    expect(await json("project", "show", project.id)).toMatchObject({ files: { dir: out, isChosen: true } });
    expect((await run("session", "show", session)).stdout).toContain(`files    ${out}\n`);

    await json("stage", "submit", session);
    const seed = `session_${session.slice(-8)}/iteration_1/2_antithesis/seed_prompt.md`;
    expect(existsSync(join(out, seed))).toBe(true);
    expect(await json("session", "resume", session)).toMatchObject({ status: "awaiting_feedback", out });
    expect(existsSync(join(out, (await document("antithesis", "whole")).path))).toBe(true);
    expect(existsSync(join(data, "projects", project.slug))).toBe(false);
  });

  it("are checked for edits: an edited document is reported, and no stage starts without a confirmation", async () => {
    const { id, path } = await document("thesis", "whole");
    editOnDisk(path, (text) =>
      text
        .replace(/\n# Claims\n[\s\S]*?(?=\n# |$)/, `\n# Claims\n\n- ${claim}\n`)
        .replace(/\n# Open questions\n[\s\S]*?(?=\n# |$)/, ""),
    );
    const edited = read(path);
    const shown = await run("session", "show", session);
    expect(shown.stdout).toContain(
      `A document was edited on disk and differs from the project:\n  ${join(out, path)}\n`,
    );
    expect(shown.stdout).toContain(
      `Run "dialectic doc take ${join(out, path)} --data ${data}" to use the text on disk`,
    );
    expect((await json("session", "show", session)).files.edited).toEqual([{ documentId: id, path }]);
    expect((await json("doc", "list", session)).editedOnDisk).toEqual([{ documentId: id, path }]);
    const { stdout } = await run("doctor");
    expect(stdout).toMatch(/ok +files +1 edited on disk, such as /);
    for (const args of [
      ["stage", "submit", session],
      ["session", "resume", session],
    ]) {
      const refused = await run(...args);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toMatch(/edited on disk[\s\S]*Add --ignore-edits/);
    }
    expect(read(path)).toBe(edited);
  });

  it("keep a person's edit when all files are written again, and `doc take` makes the edit a version of the document", async () => {
    const { path } = await document("thesis", "whole");
    const edited = read(path);
    await json("project", "folder", project.id, out); // writes all files that differ from the rows
    expect(read(path)).toBe(edited);

    const taken = await json("doc", "take", join(out, path));
    expect(taken).toMatchObject({ version: 2 });
    expect(taken.markdown).toContain(claim);
    expect(taken.changes).toContainEqual(
      expect.objectContaining({ kind: "claim", change: "added", text: "We plant hornbeam and nothing else." }),
    );
    for (const removed of [
      { kind: "artifact", id: "open-questions" },
      { kind: "question", id: "Q1" },
      { kind: "claim", id: "C1" },
    ]) {
      expect(taken.changes).toContainEqual(expect.objectContaining({ ...removed, change: "removed" }));
    }
    expect(read(path)).toContain("\nversion: 2\n");
    expect((await json("session", "show", session)).files.edited).toEqual([]);
    expect((await run("doc", "take", join(out, path))).stdout).toMatch(/^Nothing changed: /);
  });

  it("change the whole document when an edit of one of its artifacts is taken over", async () => {
    const { path } = await document("thesis", "artifact", "claims");
    const whole = await document("thesis", "whole");
    const before = (await json("doc", "show", whole.id)).markdown;
    editOnDisk(path, (text) => `${text.trimEnd()}\n- [C] The gate is of oak.\n`);
    const taken = await run("doc", "take", join(out, path));
    expect(taken.stdout).toMatch(/ is now at version 3\. [\s\S]*\n {2}claim C\d+: The gate is of oak\.\n/);
    const { markdown } = await json("doc", "show", whole.id);
    expect(markdown.replace("\n- [C] The gate is of oak.", "")).toBe(before);
    expect(read(path)).toContain("The gate is of oak.");
    expect(read(whole.path)).toContain("The gate is of oak.");
    expect((await json("session", "show", session)).files.edited).toEqual([]);
  });

  it("cannot be taken over if their edit is based on an older version; discarding the edit restores the stored text", async () => {
    const { id, path } = await document("thesis", "whole");
    const before = read(path);
    writeFileSync(join(root, "other.md"), `${before}\nAdded elsewhere.\n`);
    editOnDisk(path, (text) => `${text}\nAdded on disk.\n`);
    expect(await json("doc", "edit", id, "--file", join(root, "other.md"))).toMatchObject({ version: 4 });
    expect(read(path)).toContain("Added on disk.");
    const refused = await run("doc", "take", join(out, path));
    expect(refused.code).toBe(4);
    expect(refused.stderr).toMatch(/has changed since .+ and is now at version 4\. .+--base 4 --data /);
    expect((await run("doc", "discard", join(out, path))).stderr).toMatch(/Add --yes to discard them\.\n$/);
    await json("doc", "discard", join(out, path), "--yes");
    expect(read(path)).toContain("Added elsewhere.");
    expect(read(path)).not.toContain("Added on disk.");
    expect((await json("session", "show", session)).files.edited).toEqual([]);
  });

  it("are written again if a person replaced their text, and the person's text is kept under another name", async () => {
    writeFileSync(join(out, "hedge.md"), "My own words.\n");
    const { stderr } = await run("project", "folder", project.id, out);
    expect(stderr).toContain(`a file that Dialectic writes. Your text was saved as ${join(out, "hedge.edited.md")}.\n`);
    expect(read("hedge.edited.md")).toBe("My own words.\n");
    expect(read("hedge.md")).toBe(readFileSync(join(root, "hedge.md"), "utf8"));
  });

  it("are not written elsewhere if their folder no longer exists; every command reports the missing folder", async () => {
    renameSync(out, join(root, "moved"));
    const gone = `The folder ${out}, where the files of "Hedge" are written, no longer exists. Restore it, choose another with "dialectic project folder hedge DIR --data ${data}"`;
    for (const args of [
      ["session", "show", session],
      ["project", "show", project.id],
      ["board", "show", project.id],
      ["stage", "submit", session],
    ]) {
      const { code, stderr } = await run(...args);
      expect([args.join(" "), code]).toEqual([args.join(" "), 0]);
      expect(stderr).toContain(gone);
    }
    const resumed = await run("session", "resume", session);
    expect([resumed.code, resumed.stderr.includes(gone)]).toEqual([2, true]);
    expect((await run("doctor")).stdout).toMatch(/problem +files +The folder .+ no longer exists\./);
    expect(existsSync(out)).toBe(false);

    await json("project", "folder", project.id, join(root, "moved"));
    expect(await json("session", "resume", session)).toMatchObject({ out: join(root, "moved") });
    expect(await json("project", "folder", project.id, "--default")).toMatchObject({
      dir: join(data, "projects", project.slug),
      isChosen: false,
    });
    expect(readdirSync(join(data, "projects", project.slug))).toContain("hedge.md");
  });
});
