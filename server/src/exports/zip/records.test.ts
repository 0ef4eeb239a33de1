import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { openZip } from "./open-zip.ts";
import { centralRecord, endRecord, localHeader, type ZipEntry } from "./records.ts";

const dir = mkdtempSync(join(tmpdir(), "dialectic-records-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const text = Buffer.from("Hedge.\n");
const packed = deflateRawSync(text);
const entryAt = (path: string, at: number): ZipEntry => ({
  ...{ path, at, streamed: false, crc: crc32(text), bytes: text.length, packed: packed.length },
});

/** Writes a zip of these entries, each with the same text. The file may have holes between the entries. */
async function zipOf(name: string, entries: readonly ZipEntry[], listAt: number): Promise<string> {
  const path = join(dir, name);
  await using file = await open(path, "wx");
  const [first] = entries;
  if (!first) throw new Error("The zip needs an entry.");
  const bodies = entries.map((entry) => Buffer.concat([localHeader(entry), packed]));
  await file.write(Buffer.concat(bodies), 0, undefined, first.at);
  const list = Buffer.concat(entries.map(centralRecord));
  const end = endRecord({ entries: entries.length, at: listAt, bytes: list.length }, 0);
  await file.write(Buffer.concat([list, end]), 0, undefined, listAt);
  return path;
}

async function readLast(path: string): Promise<[number, string]> {
  await using zip = await openZip(path);
  const chunks: Buffer[] = [];
  for await (const chunk of zip.read([...zip.files.keys()].at(-1) ?? "")) chunks.push(chunk);
  return [zip.files.size, Buffer.concat(chunks).toString()];
}

describe("a zip in the zip64 format", () => {
  it("can be read when it has more than 65,535 files", async () => {
    const size = localHeader(entryAt("00000", 0)).length + packed.length;
    const entries = Array.from({ length: 0xffff + 1 }, (_, n) => entryAt(String(n).padStart(5, "0"), n * size));
    expect(await readLast(await zipOf("many.zip", entries, entries.length * size))).toEqual([65_536, "Hedge.\n"]);
  });

  it("can be read when an entry starts beyond 4 GB", async () => {
    const far = 5 * 2 ** 30; // a hole takes no disk space
    expect(await readLast(await zipOf("far.zip", [entryAt("hedge.md", far)], far + 1024))).toEqual([1, "Hedge.\n"]);
  });
});
