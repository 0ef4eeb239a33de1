import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filesIn, patch, sealedExport, zipFolder } from "./exports.fixture.ts";
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

/** Every place of a text in bytes. */
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
    await sealedExport(file, files);
  });

  it("finds nothing wrong with one that is as it was, and says what is in it", async () => {
    const found = await verifyExport(file);
    expect(found).toMatchObject({ files: 3, manifest: { project: { name: "Hedge" } } });
    expect([...(await filesIn(file)).keys()]).toEqual([...files.keys(), "manifest.json"]);
  });

  it("notices any altered byte, wherever it is", { timeout: 120_000 }, async () => {
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

  it("names the file that was altered, also when its checksum was made to fit", async () => {
    const altered = fresh();
    await sealedExport(altered, new Map([...files, ["brief.md", "Plant a hedge along the lane.\n"]]));
    const manifest = (await filesIn(file)).get("manifest.json") ?? "";
    const rebuilt = fresh();
    const zip = writeZip(rebuilt);
    for (const [path, text] of await filesIn(altered)) await zip.add(path, path === "manifest.json" ? manifest : text);
    await zip.end();
    expect(await faultOf(rebuilt)).toMatch(/altered: brief\.md\.$/);
  });

  it("reads files that are too large for one piece, and names the one that was altered", async () => {
    const numbers = Array.from({ length: 200_000 }, (_, n) => n).join(" ");
    const mixed = fresh();
    await sealedExport(
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

  it("names what is missing and what does not belong", async () => {
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

  it("refuses one that was packed anew, although its files are right", async () => {
    const cut = fresh();
    patch(file, cut, (bytes) => bytes.write("0".repeat(64), bytes.length - 64));
    expect(await faultOf(cut)).toMatch(/what is between them was altered, or it was packed anew/);
  });

  it("refuses paths that lead out, names that come twice, and what is no zip", async () => {
    const forged = [
      [rename("brief.md", "../br.md"), /cannot be trusted: .*relative path/],
      [rename("brief.md", "/rief.md"), /cannot be trusted: .*absolute path/],
      [rename("brief.md", "empty.md"), /empty\.md is in it twice/],
    ] as const;
    for (const [change, fault] of forged) {
      const other = fresh();
      patch(file, other, change, { seal: true });
      expect(await faultOf(other)).toMatch(fault);
    }
    const text = fresh();
    patch(file, text, (bytes) => bytes.fill("x"));
    expect(await faultOf(text)).toMatch(
      /^damaged_export: .* is no zip that can be read: the list of files that ends it is missing/,
    );
  });

  it("refuses a name that is longer than any file's", async () => {
    const other = fresh();
    await sealedExport(other, new Map([...files, [`${"x".repeat(5_000)}.md`, "Long."]]));
    expect(await faultOf(other)).toMatch(/^damaged_export: x{80}… is longer than the name of any file/);
  });

  it("refuses a bomb before it unpacks it, and one that says it is smaller than it is", async () => {
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
    expect(await faultOf(bomb)).toMatch(/bomb\.md says that \d+ bytes become 17825792; no text does that/);

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
      { seal: true },
    );
    expect(await faultOf(liar)).toMatch(/altered: brief\.md/);
  });
});
