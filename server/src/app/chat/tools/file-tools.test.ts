import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import promises, { rename, symlink, unlink } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import type { ConversationId, ExchangeId, ProjectId } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#platform";
import { createProject, getProject } from "#sessions";
import { type TestApp, testApp } from "#test";
import { fileTools } from "./file-tools.ts";

describe("the files of a project in a conversation", () => {
  let t: TestApp;
  let projectId: ProjectId;
  let root: string;
  let outside: string;
  beforeAll(async () => {
    t = await testApp("pglite");
    ({ id: projectId } = await createProject(t.ctx, { brief: "A fair.", process: "brief" }));
    const { slug } = await getProject(t.ctx, { projectId });
    root = join(t.dataDir, "projects", slug);
    outside = `${root}-secret`;
    for (const folder of [join(root, "notes"), outside]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(root, "notes", "menu.md"), "Soup.");
    writeFileSync(join(outside, "menu.md"), "SECRET");
    symlinkSync(join(outside, "menu.md"), join(root, "link.md"));
    symlinkSync(outside, join(root, "folder"));
    symlinkSync("notes", join(root, "own"));
  });
  afterAll(() => t[Symbol.asyncDispose]());

  async function call(name: string, path: string): Promise<string> {
    const tools = fileTools({ ctxOf: (db) => ({ ...t.ctx, db, embedder: null }), dataDir: t.dataDir }, t.dataDir);
    const tool = tools.find((one) => one.name === name);
    if (tool?.effects !== "none") throw new Error(`${name} only reads`);
    const about = { conversationId: newId<ConversationId>(), exchangeId: newId<ExchangeId>(), projectId };
    return tool.run({ ...about, db: t.ctx.db, signal: new AbortController().signal }, { path });
  }

  it("are read by a path inside the folder, including links that stay inside it", async () => {
    expect(await call("read_file", "notes/menu.md")).toBe("Soup.");
    expect(await call("read_file", "own/../notes/./menu.md")).toBe("Soup.");
    expect(await call("read_file", "own/menu.md")).toBe("Soup.");
    expect(await call("list_files", "")).toBe("folder\nlink.md\nnotes/\nown");
  });

  it.each([
    "link.md",
    "folder/menu.md",
    "../secret/menu.md",
    "notes/../../x/menu.md",
    "/etc/passwd",
    "notes/\0menu.md",
    "notes",
    "absent.md",
    "..",
  ])("are not read at %j", async (path) => {
    const own = path.replace("../secret", `../${outside.split("/").at(-1)}`);
    await expect(call("read_file", own)).rejects.toMatchObject({
      code: expect.stringMatching(/invalid_input|not_found/),
    });
  });

  it.each(["folder", "..", "/", "link.md"])("are not listed at %j", async (path) => {
    await expect(call("list_files", path)).rejects.toThrow();
  });

  it("are the only files that are read, even while a folder is swapped for a link and back", async () => {
    const folder = join(root, "notes");
    let isOver = false;
    const swapping = (async () => {
      while (!isOver) {
        await rename(folder, `${folder}-away`);
        await symlink(outside, folder);
        await unlink(folder);
        await rename(`${folder}-away`, folder);
      }
    })();
    const results = await Promise.allSettled(Array.from({ length: 400 }, () => call("read_file", "notes/menu.md")));
    isOver = true;
    await swapping;
    const texts = new Set(results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])));
    expect(texts.has("SECRET")).toBe(false);
    expect(await call("read_file", "notes/menu.md")).toBe("Soup.");
  });

  /**
   * Calls a tool. Runs `before` when the tool has checked the path and is about to open it, and `after` as soon as the
   * path is open.
   */
  async function callBetween(
    name: "read_file" | "list_files",
    path: string,
    { before, after }: { before: () => void; after: () => void },
  ): Promise<string> {
    const { open, readdir } = promises;
    const between =
      <Given extends unknown[], Result>(real: (...given: Given) => Promise<Result>) =>
      async (...given: Given): Promise<Result> => {
        before();
        return real(...given).finally(after);
      };
    Object.assign(promises, { open: between(open), readdir: between(readdir) });
    syncBuiltinESMExports();
    try {
      return await call(name, path);
    } finally {
      Object.assign(promises, { open, readdir });
      syncBuiltinESMExports();
    }
  }

  const folder = () => join(root, "notes");
  const away = () => join(root, "notes-away");
  const putLink = () => {
    renameSync(folder(), away());
    symlinkSync(outside, folder());
  };
  const takeLink = () => {
    unlinkSync(folder());
    renameSync(away(), folder());
  };
  const leave = () => undefined;

  it("are not read through a link that replaces their folder after the path was checked, before the file is opened", async () => {
    const reading = callBetween("read_file", "notes/menu.md", { before: putLink, after: leave }).finally(takeLink);
    await expect(reading).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("are not read through a link that replaces their folder only while the file is being opened", async () => {
    const reading = callBetween("read_file", "notes/menu.md", { before: putLink, after: takeLink });
    await expect(reading).rejects.toMatchObject({ code: "invalid_input" });
    expect(await call("read_file", "notes/menu.md")).toBe("Soup.");
  });

  it("are not read through a link that is put in place of the file itself", async () => {
    const file = join(folder(), "swapped.md");
    writeFileSync(file, "Bread.");
    const before = () => {
      rmSync(file);
      symlinkSync(join(outside, "menu.md"), file);
    };
    const after = () => {
      rmSync(file);
      writeFileSync(file, "Bread.");
    };
    const reading = callBetween("read_file", "notes/swapped.md", { before, after });
    await expect(reading).rejects.toThrow();
    rmSync(file);
  });

  it("are not listed through a link that replaces their folder after the path was checked", async () => {
    const listing = callBetween("list_files", "notes", { before: putLink, after: leave }).finally(takeLink);
    await expect(listing).rejects.toMatchObject({ code: "invalid_input" });
  });
});
