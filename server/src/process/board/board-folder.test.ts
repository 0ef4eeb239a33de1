import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readBoardFolder, writeBoardFolder } from "./board-folder.ts";

const root = mkdtempSync(join(tmpdir(), "dialectic-board-folder-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const card = (number: number) => `---\ncard: 0a1b2c3d/${number}\n---\n\n- [ ] Dig.\n\nMy own notes.\n`;

function project(name: string): string {
  const dir = join(root, name);
  for (const folder of ["Pending", "Complete"]) mkdirSync(join(dir, folder), { recursive: true });
  writeFileSync(join(dir, "Pending", "01_dig.md"), card(1));
  return dir;
}

describe("reading and writing a board's folder", () => {
  it("returns only the path, not the text, of a file that is not a card", async () => {
    const dir = project("strange");
    writeFileSync(join(dir, "Pending", "naïve notes.md"), "Mine.".repeat(1000));
    mkdirSync(join(dir, "Complete", "01_dig.md"));
    symlinkSync(join(dir, "Pending", "01_dig.md"), join(dir, "Complete", "02_link.md"));
    writeFileSync(join(dir, "Pending", ".hidden.md"), card(1));
    writeFileSync(join(dir, "Pending", "photo.png"), "…");
    expect((await readBoardFolder(dir)).files).toEqual([
      { path: "Complete/01_dig.md", text: "" },
      { path: "Complete/02_link.md", text: "" },
      { path: "Pending/01_dig.md", text: card(1) },
      { path: "Pending/naïve notes.md", text: "" },
    ]);
  });

  it("distinguishes a card that is too large from other large files", async () => {
    const dir = project("large");
    writeFileSync(join(dir, "Pending", "01_dig.md"), card(1) + "x".repeat(900_000));
    writeFileSync(join(dir, "Pending", "notes.md"), "x".repeat(900_001));
    expect(await readBoardFolder(dir)).toMatchObject({
      files: [{ path: "Pending/notes.md", text: "" }],
      tooLarge: [{ path: "Pending/01_dig.md", card: "0a1b2c3d/1" }],
    });
  });

  it("keeps the old file of a card whose new file could not be written", async () => {
    const dir = project("raced");
    writeFileSync(join(dir, "Pending", "02_plant.md"), card(2));
    const { files } = await readBoardFolder(dir);
    mkdirSync(join(dir, "Current"));
    writeFileSync(join(dir, "Current", "01_dig.md"), "Created a moment ago by a person.");
    await writeBoardFolder(dir, {
      read: files,
      write: [
        { path: "Current/01_dig.md", text: card(1) },
        { path: "Complete/02_plant.md", text: card(2) },
      ],
      remove: ["Pending/01_dig.md", "Pending/02_plant.md"],
      seen: [],
    });
    expect(readdirSync(join(dir, "Pending"))).toEqual(["01_dig.md"]);
    expect(readFileSync(join(dir, "Pending", "01_dig.md"), "utf8")).toBe(card(1));
    expect(readdirSync(join(dir, "Complete"))).toEqual(["02_plant.md"]);
  });

  it("refuses a link where a column's folder should be, and writes nothing through the link", async () => {
    const dir = project("linked");
    mkdirSync(join(root, "elsewhere"));
    symlinkSync(join(root, "elsewhere"), join(dir, "Current"));
    const { files: read } = await readBoardFolder(dir);
    const moved = [{ path: "Current/01_dig.md", text: card(1) }];
    await expect(
      writeBoardFolder(dir, { read, write: moved, remove: ["Pending/01_dig.md"], seen: [] }),
    ).rejects.toMatchObject({ code: "data_folder_unwritable", message: expect.stringMatching(/Current is a link or/) });
    expect(readdirSync(join(root, "elsewhere"))).toEqual([]);
    expect(readdirSync(join(dir, "Pending"))).toEqual(["01_dig.md"]);
    await writeBoardFolder(dir, { read, write: [], remove: [], seen: [] });
  });
});
