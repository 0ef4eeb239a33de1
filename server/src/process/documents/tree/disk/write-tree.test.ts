import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "#platform";
import { testDatabase } from "#test";
import { withFrontMatter } from "../front-matter.ts";
import { constructPath } from "../paths/construct-path.ts";
import { assertFree } from "./assert-free.ts";
import { findEdited } from "./find-edited.ts";
import { writeTree } from "./write-tree.ts";
import { readWrittenFiles } from "./written-files.ts";

describe("writeTree", () => {
  let root: string;
  let dir: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "dialectic-tree-"));
    dir = join(root, "project");
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const seed = "session_0a1b2c3d/iteration_1/1_thesis/seed_prompt.md";
  const files = [
    { path: "popup.md", text: "Launch.\n" },
    { path: seed, text: "Propose: é\n" },
    { path: "Pending/01_m1.md", text: "- [ ] a\n" },
  ];
  const read = (path: string) => readFileSync(join(dir, path), "utf8");

  it("writes missing and changed files, and creates the three folders of the board", async () => {
    expect((await writeTree({ dir, files })).written).toEqual(files.map((file) => file.path));
    expect(readdirSync(dir).sort()).toEqual([
      ".files.json",
      "Complete",
      "Current",
      "Pending",
      "popup.md",
      "session_0a1b2c3d",
    ]);
    expect(read(seed)).toBe("Propose: é\n");
    expect((await writeTree({ dir, files })).written).toEqual([]);
    rmSync(join(dir, seed));
    expect((await writeTree({ dir, files })).written).toEqual([seed]);
  });

  describe("a file that a person changed", () => {
    const path = "session_0a1b2c3d/iteration_1/1_thesis/rehearsal~2fatlas_1_thesis.md";
    const document = (markdown: string, more = {}) =>
      withFrontMatter({ stage: "thesis", sha256: sha256(`${markdown}\n`), ...more }, markdown);
    const put = (text: string) => writeTree({ dir, files: [{ path, text }] });
    const edit = (at: string, change: (text: string) => string) => writeFileSync(join(dir, at), change(read(at)));

    it("is not overwritten if it is a document, until the project contains the same text", async () => {
      await put(document("# Hedge"));
      expect(await put(document("# Wall"))).toEqual({ written: [path], edited: [], kept: [] });
      edit(path, (text) => text.replace("Wall", "Fence"));
      const edited = read(path);
      expect(await put(document("# Wall"))).toEqual({ written: [], edited: [path], kept: [] });
      expect(await put(document("# Ditch"))).toEqual({ written: [], edited: [path], kept: [] });
      expect(read(path)).toBe(edited);
      expect(await put(document("# Fence", { version: 2 }))).toEqual({ written: [path], edited: [], kept: [] });
      expect(read(path)).toBe(document("# Fence", { version: 2 }));
    });

    it("is not overwritten if it is a document that has no front matter or is not in UTF-8", async () => {
      for (const text of ["# Only mine\n", Buffer.from("# Caf\u00e9\n", "latin1")]) {
        mkdirSync(join(dir, path, ".."), { recursive: true });
        writeFileSync(join(dir, path), text);
        expect((await put(document("# Hedge"))).edited).toEqual([path]);
        expect(readFileSync(join(dir, path)).equals(Buffer.from(text))).toBe(true);
      }
    });

    it("is moved aside if the program rewrites files of its kind, however often a person changes it", async () => {
      const write = (text: string) => writeTree({ dir, files: [{ path: "project_readme.md", text }] });
      await write("# One\n");
      expect(await write("# Two\n")).toEqual({ written: ["project_readme.md"], edited: [], kept: [] });
      for (const [mine, as] of [
        ["Mine.\n", "project_readme.edited.md"],
        ["Mine.\n", "project_readme.edited.md"],
        ["Mine, too.\n", "project_readme.edited-2.md"],
      ] as const) {
        writeFileSync(join(dir, "project_readme.md"), mine);
        expect((await write("# Three\n")).kept).toEqual([{ path: "project_readme.md", as }]);
        expect([read("project_readme.md"), read(as)]).toEqual(["# Three\n", mine]);
      }
    });

    it("is distinguished from a file that the program wrote just before it was killed", async () => {
      const write = (text: string) => writeTree({ dir, files: [{ path: "project_readme.md", text }] });
      await write("# One\n");
      // The process may be killed before or after it writes a text that it has recorded.
      const remembered = await readWrittenFiles(dir);
      await remembered.remember([{ path: "project_readme.md", text: "# Two\n" }]);
      expect(await write("# Three\n")).toEqual({ written: ["project_readme.md"], edited: [], kept: [] });
      await remembered.remember([{ path: "project_readme.md", text: "# Four\n" }]);
      writeFileSync(join(dir, "project_readme.md"), "# Four\n");
      expect(await write("# Five\n")).toEqual({ written: ["project_readme.md"], edited: [], kept: [] });
    });

    it("is distinguished from files that several jobs write at the same time", async () => {
      const many = Array.from({ length: 20 }, (_, n) => `session_0a1b2c3d/iteration_${n + 1}/1_thesis/seed_prompt.md`);
      const writeAll = (text: string) =>
        Promise.all(many.map((one) => writeTree({ dir, files: [{ path: one, text: `${one}: ${text}` }] })));
      await writeAll("first");
      for (const { kept, written } of await writeAll("second")) expect([kept, written.length]).toEqual([[], 1]);
    });

    it("is found in the folder, whereas intact, older and unrelated files are not", async () => {
      await put(document("# Hedge"));
      const part = "session_0a1b2c3d/iteration_1/1_thesis/documents/rehearsal~2fatlas_1_thesis_claims.md";
      await writeTree({ dir, files: [...files, { path: part, text: document("# Claims") }] });
      writeFileSync(join(dir, "session_0a1b2c3d/iteration_1/1_thesis/notes.md"), "Mine.");
      writeFileSync(join(dir, seed), "Mine.");
      expect(await findEdited(dir)).toEqual([]);
      edit(part, (text) => `${text}- One more.\n`);
      expect(await findEdited(dir)).toEqual([part]);
      expect(await findEdited(dir, { session: "0a1b2c3d" })).toEqual([part]);
      expect(await findEdited(dir, { session: "ffffffff" })).toEqual([]);
      expect(await findEdited(join(root, "nowhere"))).toEqual([]);
    });
  });

  it.each(["Pending", "Current", "Complete"])(
    "does not change a card that the user ticked or moved to %s",
    async (column) => {
      await writeTree({ dir, files });
      renameSync(join(dir, "Pending/01_m1.md"), join(dir, column, "01_m1.md"));
      writeFileSync(join(dir, column, "01_m1.md"), "- [x] a\n");
      writeFileSync(join(dir, "Current/mine.md"), "my own\n");
      expect((await writeTree({ dir, files })).written).toEqual([]);
      expect(read(`${column}/01_m1.md`)).toBe("- [x] a\n");
      expect(existsSync(join(dir, "Pending/01_m1.md"))).toBe(column === "Pending");
      expect(read("Current/mine.md")).toBe("my own\n");
    },
  );

  it("does not follow links out of the folder", async () => {
    const outside = join(root, "outside");
    mkdirSync(outside);
    mkdirSync(dir);
    symlinkSync(outside, join(dir, "session_0a1b2c3d"));
    await expect(writeTree({ dir, files })).rejects.toMatchObject({ code: "data_folder_unwritable" });
    expect(readdirSync(outside)).toEqual([]);

    rmSync(join(dir, "session_0a1b2c3d"));
    writeFileSync(join(outside, "secret"), "untouched");
    rmSync(join(dir, "popup.md"), { force: true });
    symlinkSync(join(outside, "secret"), join(dir, "popup.md"));
    await writeTree({ dir, files });
    expect(readFileSync(join(outside, "secret"), "utf8")).toBe("untouched");
    expect(read("popup.md")).toBe("Launch.\n");
  });

  const readme = "project_readme.md";
  it.each([
    ["Pending", (path: string) => symlinkSync(root, path), "is a link, but the project's tree needs a folder there"],
    ["session_0a1b2c3d", (path: string) => symlinkSync(root, path), "is a link, but"],
    ["session_0a1b2c3d/iteration_1/1_thesis", (path: string) => symlinkSync(root, path), "is a link, but"],
    ["session_0a1b2c3d/iteration_1", (path: string) => writeFileSync(path, ""), "is not a folder, but"],
    [
      seed,
      (path: string) => symlinkSync("/etc/hostname", path),
      "is a link, but the project's tree needs a file there",
    ],
    [readme, (path: string) => mkdirSync(path), "is not a file, but the project's tree needs a file there"],
  ])("reports in advance that %s is in the way", async (path, put, sentence) => {
    mkdirSync(join(dir, path, ".."), { recursive: true });
    put(join(dir, path));
    await expect(assertFree(dir)).rejects.toMatchObject({
      code: "data_folder_unwritable",
      message: expect.stringContaining(`${join(dir, path)} ${sentence}`),
    });
  });

  it("accepts an existing tree, unrelated files of the user, and links outside the tree's layout", async () => {
    await writeTree({ dir, files });
    symlinkSync(root, join(dir, "elsewhere"));
    symlinkSync("/etc/hostname", join(dir, "notes.md"));
    symlinkSync("/etc/hostname", join(dir, "Current/01_m1.md"));
    mkdirSync(join(dir, "session_notes"));
    await assertFree(dir);
  });

  it("rejects a path outside the tree's layout before anything is written there", async () => {
    for (const path of ["../evil.md", "/evil.md", "a/../../evil.md", "Pending/../../evil.md", "evil.sh"]) {
      await expect(writeTree({ dir, files: [{ path, text: "x" }] })).rejects.toMatchObject({ code: "internal" });
    }
    expect(readdirSync(root)).toEqual(["project"]);
  });

  it("writes files with the longest possible names", async () => {
    const path = constructPath({ kind: "brief", name: "É".repeat(120) });
    await writeTree({ dir, files: [{ path, text: "long" }] });
    expect(read(path)).toBe("long");
  });

  it("leaves no partial file, and removes the partial files of a killed process", async () => {
    await writeTree({ dir, files });
    const { pid: gone } = spawnSync(process.execPath, ["--version"]);
    writeFileSync(join(dir, `Pending/.tmp-${gone}-x`), "half");
    writeFileSync(join(dir, `.tmp-${gone}-x`), "half");
    writeFileSync(join(dir, `Pending/.tmp-${process.pid}-x`), "being written");
    await writeTree({ dir, files });
    expect(readdirSync(join(dir, "Pending"), { encoding: "utf8" }).sort()).toEqual([
      `.tmp-${process.pid}-x`,
      "01_m1.md",
    ]);
    expect(readdirSync(dir, { encoding: "utf8" }).filter((name) => name.startsWith(".tmp"))).toEqual([]);
  });

  it("explains in one sentence why a folder cannot be written", async () => {
    writeFileSync(dir, "a file in the way");
    const failure = await writeTree({ dir, files }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "data_folder_unwritable" });
    expect(String(failure)).toContain(dir);
    expect(readFileSync(dir, "utf8")).toBe("a file in the way");
  });

  it("is refused inside a transaction", async () => {
    await using t = await testDatabase("pglite");
    await expect(t.database.asSystem(() => writeTree({ dir, files }))).rejects.toThrow(
      "Writing files inside a database transaction",
    );
    expect(existsSync(dir)).toBe(false);
  });
});
