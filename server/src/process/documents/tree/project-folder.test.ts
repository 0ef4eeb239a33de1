import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { chooseFolder, projectFolder, readChoices } from "./project-folder.ts";

describe("the folder of a project on this machine", () => {
  const root = mkdtempSync(join(tmpdir(), "dialectic-folder-"));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const data = join(root, "data");
  const [one, other] = ["one", "other"].map((slug) => ({ id: `id-of-${slug}`, slug })) as [
    { id: string; slug: string },
    { id: string; slug: string },
  ];
  const chosen = join(root, "chosen");

  it("is in the data folder unless a person chooses another folder, and differs for each project", () => {
    expect(projectFolder(data, one)).toEqual({ dir: join(data, "projects", "one"), isChosen: false, isGone: false });
    expect(existsSync(data)).toBe(false);
    mkdirSync(chosen);
    chooseFolder(data, { projectId: one.id, dir: chosen });
    expect(statSync(join(data, "folders.json")).mode & 0o077).toBe(0);
    expect(projectFolder(data, one)).toEqual({ dir: chosen, isChosen: true, isGone: false });
    expect(projectFolder(data, other)).toMatchObject({ isChosen: false });
  });

  it.each(["../../elsewhere", "/etc", "..", ".", "", "a/b", "a\\b", "a\0"])(
    "is rejected if the database names the folder %j, as a stranger's backup may do",
    (slug) => {
      expect(() => projectFolder(data, { id: "id-of-a-stranger", slug })).toThrow(/not written by this program/);
    },
  );

  it("is reported as gone while it is missing", () => {
    renameSync(chosen, `${chosen}-away`);
    expect(projectFolder(data, one)).toEqual({ dir: chosen, isChosen: true, isGone: true });
    renameSync(`${chosen}-away`, chosen);
    expect(projectFolder(data, one)).toMatchObject({ isGone: false });
  });

  it("stays the same when the data folder is moved, but is not used by a copy of the data folder", () => {
    cpSync(data, join(root, "copy"), { recursive: true });
    expect(projectFolder(join(root, "copy"), one)).toMatchObject({ isChosen: false });
    renameSync(data, join(root, "moved"));
    expect(projectFolder(join(root, "moved"), one)).toMatchObject({ dir: chosen, isChosen: true });
    renameSync(join(root, "moved"), data);
  });

  it("can be reset; if the list of folders is damaged, an error says so", () => {
    chooseFolder(data, { projectId: other.id, dir: root });
    chooseFolder(data, { projectId: one.id, dir: null });
    expect(readChoices(data)).toEqual({ [other.id]: root });
    writeFileSync(join(data, "folders.json"), "{");
    expect(() => projectFolder(data, one)).toThrow(
      /folders\.json, which lists the folders of projects, cannot be read/,
    );
  });
});
