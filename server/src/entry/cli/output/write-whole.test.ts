import { once } from "node:events";
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, describe, expect, it } from "vitest";
import { writeWhole } from "./write-whole.ts";

const dir = mkdtempSync(join(tmpdir(), "dialectic-whole-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const at = (name: string) => join(dir, name);
const write = (name: string, text = "new") =>
  writeWhole(at(name), Readable.from([text]), { what: "The export", option: "--out" });

describe("writeWhole", () => {
  it("replaces a file, or the target of a link", async () => {
    writeFileSync(at("real.zip"), "old");
    symlinkSync("real.zip", at("link.zip"));
    expect(await write("link.zip")).toBe(3);
    expect(lstatSync(at("link.zip")).isSymbolicLink()).toBe(true);
    expect(readFileSync(at("real.zip"), "utf8")).toBe("new");
    await write("real.zip", "newer");
    expect(readFileSync(at("link.zip"), "utf8")).toBe("newer");
  });

  it("refuses to replace a socket, a broken link or a folder", async () => {
    const server = createServer().listen(at("socket"));
    await once(server, "listening");
    symlinkSync("nowhere/x.zip", at("lost.zip"));
    symlinkSync("socket", at("to-socket"));
    await expect(write("socket")).rejects.toThrow(/socket is not a file\. Give a file, or “-” for stdout/);
    await expect(write("to-socket")).rejects.toThrow(/is not a file/);
    await expect(write("lost.zip")).rejects.toThrow(/lost\.zip is a broken link/);
    await expect(write("")).rejects.toThrow(/is a folder/);
    expect(lstatSync(at("socket")).isSocket()).toBe(true);
    expect(readdirSync(dir).filter((name) => name.endsWith(".part"))).toEqual([]);
    server.close();
  });
});
