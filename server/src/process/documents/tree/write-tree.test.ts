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
import { testDatabase } from "#test";
import { assertFree } from "./assert-free.ts";
import { constructPath } from "./construct-path.ts";
import { writeTree } from "./write-tree.ts";

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

  it("writes what is missing or different, and the three columns of the board", async () => {
    expect((await writeTree({ dir, files })).written).toEqual(files.map((file) => file.path));
    expect(readdirSync(dir).sort()).toEqual(["Complete", "Current", "Pending", "popup.md", "session_0a1b2c3d"]);
    expect(read(seed)).toBe("Propose: é\n");
    expect((await writeTree({ dir, files })).written).toEqual([]);
    writeFileSync(join(dir, "popup.md"), "Changed by hand.\n");
    rmSync(join(dir, seed));
    expect((await writeTree({ dir, files })).written).toEqual(["popup.md", seed]);
    expect(read("popup.md")).toBe("Launch.\n");
  });

  it.each(["Pending", "Current", "Complete"])(
    "leaves a card alone that the user ticked or moved: %s",
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

  it("follows no link out of the folder", async () => {
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
    ["Pending", (path: string) => symlinkSync(root, path), "is a link where the project's tree has a folder"],
    ["session_0a1b2c3d", (path: string) => symlinkSync(root, path), "is a link where"],
    ["session_0a1b2c3d/iteration_1/1_thesis", (path: string) => symlinkSync(root, path), "is a link where"],
    ["session_0a1b2c3d/iteration_1", (path: string) => writeFileSync(path, ""), "is no folder where"],
    [seed, (path: string) => symlinkSync("/etc/hostname", path), "is a link where the project's tree has a file"],
    [readme, (path: string) => mkdirSync(path), "is no file where the project's tree has a file"],
  ])("tells beforehand that %s is in the way", async (path, put, sentence) => {
    mkdirSync(join(dir, path, ".."), { recursive: true });
    put(join(dir, path));
    await expect(assertFree(dir)).rejects.toMatchObject({
      code: "data_folder_unwritable",
      message: expect.stringContaining(`${join(dir, path)} ${sentence}`),
    });
  });

  it("finds nothing in the way of a tree that stands, of the user's own things, or of links to them", async () => {
    await writeTree({ dir, files });
    symlinkSync(root, join(dir, "elsewhere"));
    symlinkSync("/etc/hostname", join(dir, "notes.md"));
    symlinkSync("/etc/hostname", join(dir, "Current/01_m1.md"));
    mkdirSync(join(dir, "session_notes"));
    await assertFree(dir);
  });

  it("refuses a path that is none of the tree's, before anything is written there", async () => {
    for (const path of ["../evil.md", "/evil.md", "a/../../evil.md", "Pending/../../evil.md", "evil.sh"]) {
      await expect(writeTree({ dir, files: [{ path, text: "x" }] })).rejects.toMatchObject({ code: "internal" });
    }
    expect(readdirSync(root)).toEqual(["project"]);
  });

  it("takes the longest of names", async () => {
    const path = constructPath({ kind: "brief", name: "É".repeat(120) });
    await writeTree({ dir, files: [{ path, text: "long" }] });
    expect(read(path)).toBe("long");
  });

  it("leaves no part of a file behind, and sweeps what a killed process left", async () => {
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
    expect(readdirSync(dir, { encoding: "utf8" }).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("says in one sentence why a folder cannot be written", async () => {
    writeFileSync(dir, "a file in the way");
    const failure = await writeTree({ dir, files }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "data_folder_unwritable" });
    expect(String(failure)).toContain(dir);
    expect(readFileSync(dir, "utf8")).toBe("a file in the way");
  });

  it("is refused inside a transaction", async () => {
    await using t = await testDatabase("pglite");
    await expect(t.database.asNobody(() => writeTree({ dir, files }))).rejects.toThrow(
      "Writing files inside a database transaction",
    );
    expect(existsSync(dir)).toBe(false);
  });
});
