import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filesIn, patch, writeTestExport, zipFolder } from "./exports.fixture.ts";
import { verifyExport } from "./index.ts";
import { writeZip } from "./zip/write-zip.ts";

const { fresh, remove } = zipFolder();
afterAll(remove);

const files = new Map([
  ["brief.md", "Plant a hedge along the road.\n"],
  ["session_0a1b2c3d/plan.md", "# Plan\n\nהגדר תגדל לאט.\n"],
  ["empty.md", ""],
]);

const faultOf = (file: string): Promise<string> =>
  verifyExport(file).then(
    () => "none",
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  );

/** Yields every offset at which a text occurs in the bytes. */
function* placesOf(bytes: Buffer, text: string): Generator<number> {
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) yield at;
}
const rename = (from: string, to: string) => (bytes: Buffer) => {
  for (const at of [...placesOf(bytes, from)]) bytes.write(to, at);
};

describe("verifying an export", () => {
  let file: string;
  beforeAll(async () => {
    file = fresh();
    await writeTestExport(file, files);
  });

  it("accepts an intact export, and describes its content", async () => {
    const found = await verifyExport(file);
    expect(found).toMatchObject({ files: 3, manifest: { project: { name: "Hedge" } } });
    expect([...(await filesIn(file)).keys()]).toEqual([...files.keys(), "manifest.json"]);
  });

  it("detects every altered byte", { timeout: 120_000 }, async () => {
    const { length } = readFileSync(file);
    const unnoticed: number[] = [];
    for (let at = 0; at < length; at++) {
      const altered = fresh();
      patch(file, altered, (bytes) => bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at));
      if (!(await faultOf(altered)).startsWith("damaged_export: ")) unnoticed.push(at);
    }
    expect(unnoticed).toEqual([]);
    expect(length).toBeGreaterThan(800);
  });

  it("names the altered file, even if its CRC-32 was adjusted", async () => {
    const altered = fresh();
    await writeTestExport(altered, new Map([...files, ["brief.md", "Plant a hedge along the lane.\n"]]));
    const manifest = (await filesIn(file)).get("manifest.json") ?? "";
    const rebuilt = fresh();
    const zip = writeZip(rebuilt);
    for (const [path, text] of await filesIn(altered)) await zip.add(path, path === "manifest.json" ? manifest : text);
    await zip.end();
    expect(await faultOf(rebuilt)).toMatch(/altered: brief\.md\.$/);
  });

  it("reads large files as streams, and names the altered one", async () => {
    const numbers = Array.from({ length: 200_000 }, (_, n) => n).join(" ");
    const mixed = fresh();
    await writeTestExport(
      mixed,
      new Map([
        ["one.md", numbers],
        ["brief.md", "Hedge."],
        ["two.md", `${numbers}.`],
      ]),
    );
    expect(await verifyExport(mixed)).toMatchObject({ files: 3, bytes: numbers.length * 2 + 7 });
    const altered = fresh();
    const inTwo = (bytes: Buffer) => bytes.lastIndexOf("two.md", bytes.indexOf("PK\x01\x02", "latin1")) + 200_000;
    patch(mixed, altered, (bytes) => bytes.writeUInt8(bytes.readUInt8(inTwo(bytes)) ^ 1, inTwo(bytes)));
    expect(await faultOf(altered)).toMatch(/altered: two\.md\.$/);
  });

  it("names missing and extra files", async () => {
    const other = fresh();
    const zip = writeZip(other);
    await zip.add("stray.md", "Who put this here?");
    await zip.add("brief.md", files.get("brief.md") ?? "");
    await zip.add("manifest.json", (await filesIn(file)).get("manifest.json") ?? "");
    await zip.end();
    expect(await faultOf(other)).toMatch(
      /missing: session_0a1b2c3d\/plan\.md, empty\.md; not in the manifest: stray\.md\.$/,
    );
  });

  it("refuses an export that was packed again, although its files are intact", async () => {
    const cut = fresh();
    patch(file, cut, (bytes) => bytes.write("0".repeat(64), bytes.length - 64));
    expect(await faultOf(cut)).toMatch(/the bytes between them were altered, or it was packed again/);
  });

  it("refuses paths that lead outside, duplicate names, and files that are not zips", async () => {
    const forged = [
      [rename("brief.md", "../br.md"), /list of files is invalid: .*relative path/],
      [rename("brief.md", "/rief.md"), /list of files is invalid: .*absolute path/],
      [rename("brief.md", "empty.md"), /contains empty\.md twice/],
    ] as const;
    for (const [change, fault] of forged) {
      const other = fresh();
      patch(file, other, change, { fixChecksum: true });
      expect(await faultOf(other)).toMatch(fault);
    }
    const text = fresh();
    patch(file, text, (bytes) => bytes.fill("x"));
    expect(await faultOf(text)).toMatch(
      /^damaged_export: .* is not a readable zip: the list of files at its end is missing/,
    );
  });

  it("refuses a name that is too long", async () => {
    const other = fresh();
    await writeTestExport(other, new Map([...files, [`${"x".repeat(5_000)}.md`, "Long."]]));
    expect(await faultOf(other)).toMatch(/^damaged_export: x{80}… is longer than any file name/);
  });

  it("refuses a zip bomb without unpacking it, and a file that is larger than it declares", async () => {
    const bomb = fresh();
    const zip = writeZip(bomb);
    const zeros = "0".repeat(2 ** 20);
    await zip.add(
      "bomb.md",
      (async function* () {
        for (let n = 0; n < 17; n++) yield zeros;
      })(),
    );
    await zip.end();
    expect(await faultOf(bomb)).toMatch(/bomb\.md declares that \d+ bytes expand to 17825792; no text does/);

    const liar = fresh();
    const size = Buffer.alloc(4);
    size.writeUInt32LE(files.get("brief.md")?.length ?? 0);
    patch(
      file,
      liar,
      (bytes) => {
        const central = bytes.indexOf("PK\x01\x02", "latin1");
        expect(bytes.subarray(central + 24, central + 28)).toEqual(size);
        bytes.writeUInt32LE(1, central + 24);
      },
      { fixChecksum: true },
    );
    expect(await faultOf(liar)).toMatch(/altered: brief\.md/);
  });
});
