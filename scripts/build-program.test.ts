import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { builtFolder, findBuilt, type Parts, program, repository } from "../server/bin/built-program.mjs";
import { buildProgram } from "./build-program.ts";

const cache = join(repository, ".cache");
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, "small-"));
const small: Parts = {
  name: basename(folder),
  entries: { main: `.cache/${basename(folder)}/main.ts` },
  folders: [`.cache/${basename(folder)}`],
};
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const run = async (url: string) => (await promisify(execFile)(process.execPath, [fileURLToPath(url)])).stdout;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a bundled program", () => {
  it("behaves like its source files and keeps their paths", async () => {
    write("word.ts", 'export const word: string = "first";');
    write("main.ts", 'import { word } from "./word.ts"; console.log(word, import.meta.url);');
    expect(findBuilt(small)).toBeNull();
    await buildProgram(small);
    const built = findBuilt(small);
    expect(built).not.toBeNull();
    const said = await run(built?.("main") ?? "");
    expect(said).toMatch(/^first file:.*\/main\.ts\n$/);
    rmSync(builtFolder(small), { recursive: true });
  });

  it("is not used after a source file has been changed, added or removed", async () => {
    const before = builtFolder(small);
    await buildProgram(small);
    write("word.ts", 'export const word: string = "third";'); // the file keeps its length
    expect(findBuilt(small)).toBeNull();
    write("more.ts", "");
    const withMore = builtFolder(small);
    rmSync(join(folder, "more.ts"));
    expect(new Set([before, withMore, builtFolder(small)]).size).toBe(3);
    rmSync(before, { recursive: true });
  });

  it("of Dialectic itself can be imported", async () => {
    await buildProgram(program);
    const cli = findBuilt(program)?.("cli") ?? "";
    const { main } = (await import(/* @vite-ignore */ cli)) as { main: unknown };
    expect(main).toBeTypeOf("function");
  });
});
