import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../config.ts";
import { sha256 } from "../hash.ts";
import type { Blobs } from "./blobs.ts";
import { collectBlobs } from "./collect-blobs.ts";
import { startLoopbackS3 } from "./loopback-s3.fixture.ts";
import { openBlobs } from "./open-blobs.ts";
import { signatureOf } from "./signature.fixture.ts";

const dir = mkdtempSync(join(tmpdir(), "dialectic-blobs-"));
const keys = { AWS_ACCESS_KEY_ID: "a-key-of-tests", AWS_SECRET_ACCESS_KEY: "a-key-of-tests" };
let server: Awaited<ReturnType<typeof startLoopbackS3>>;

beforeAll(async () => {
  server = await startLoopbackS3({ bucket: "kept", secret: keys.AWS_SECRET_ACCESS_KEY });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true, force: true });
});

const aFile = (content: string) => {
  const file = join(dir, sha256(content));
  writeFileSync(file, content);
  return { file, sha256: sha256(content), bytes: Buffer.byteLength(content) };
};
const all = async (blobs: Blobs) => {
  const found = [];
  for await (const { sha256: name } of blobs.list()) found.push(name);
  return found.sort();
};
it("a file is read, stored and removed by a hash only, never by a path", async () => {
  const blobs = openBlobs(readConfig({ DIALECTIC_BLOBS: join(dir, "paths") }));
  const { file, bytes } = aFile("A hedge.");
  for (const name of ["../outside", "..", "", `${"0".repeat(63)}/`, sha256("A hedge.").toUpperCase()]) {
    await expect(blobs.get(name), name).rejects.toMatchObject({ code: "internal" });
    await expect(blobs.put({ file, bytes, sha256: name }), name).rejects.toMatchObject({ code: "internal" });
    await expect(async () => blobs.remove(name), name).rejects.toMatchObject({ code: "internal" });
  }
});

const s3 = (env: NodeJS.ProcessEnv = {}, name = "s3://kept/exports") =>
  openBlobs(readConfig({ DIALECTIC_BLOBS: name, AWS_ENDPOINT_URL_S3: server.endpoint, ...keys, ...env }));

describe.each(["a folder", "S3"] as const)("a blob store in %s", (kind) => {
  const open = (name: string) =>
    kind === "S3" ? s3({}, `s3://kept/${name}`) : openBlobs(readConfig({ DIALECTIC_BLOBS: join(dir, name) }));

  it("returns a stored file, lists it once even if it was stored twice, and returns null after it was removed", async () => {
    const blobs = open("plain");
    const blob = aFile("A plan for a hedge.");
    expect(await all(blobs)).toEqual([]);
    expect(await blobs.get(blob.sha256)).toBeNull();
    await blobs.put(blob);
    await blobs.put(blob);
    const found = await blobs.get(blob.sha256);
    expect(found?.bytes).toBe(blob.bytes);
    expect(found && (await text(found.stream))).toBe("A plan for a hedge.");
    expect(await all(blobs)).toEqual([blob.sha256]);
    await blobs.remove(blob.sha256);
    await blobs.remove(blob.sha256);
    expect(await blobs.get(blob.sha256)).toBeNull();
  });

  it("refuses a file whose content does not match its hash, and stores nothing", async () => {
    const blobs = open("wrong");
    await expect(blobs.put({ ...aFile("One."), sha256: sha256("Another.") })).rejects.toThrow();
    expect(await all(blobs)).toEqual([]);
  });

  it("removes old unused files and keeps recent ones", async () => {
    const blobs = open("collected");
    const used = [1, 2, 3].map((n) => aFile(`In use ${n}.`));
    const orphans = [1, 2].map((n) => aFile(`Orphan ${n}.`));
    for (const blob of [...used, ...orphans]) await blobs.put(blob);
    const names = used.map((blob) => blob.sha256);
    const inUse = async (hashes: string[]) => hashes.filter((one) => names.includes(one));
    expect(await collectBlobs(blobs, { inUse, now: Date.now() })).toBe(0);
    const later = Date.now() + 61 * 60 * 1000;
    expect(await collectBlobs(blobs, { inUse, now: later })).toBe(2);
    expect(await all(blobs)).toEqual(names.sort());
  });
});

it("signatureOf computes the signature of the example in S3's documentation", () => {
  const signed = "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date";
  const { given, right } = signatureOf(
    {
      method: "GET",
      path: "/test.txt",
      headers: {
        host: "examplebucket.s3.amazonaws.com",
        range: "bytes=0-9",
        "x-amz-content-sha256": sha256(""),
        "x-amz-date": "20130524T000000Z",
        authorization: `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ${signed}, Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41`,
      },
    },
    "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  );
  expect(right).toBe(given);
});

it("a blob store in a folder removes partial files that are a day old, and keeps recent ones", async () => {
  const folder = join(dir, "left");
  mkdirSync(join(folder, ".parts"), { recursive: true });
  const [left, young] = [join(folder, ".parts", "left"), join(folder, ".parts", "young")];
  for (const part of [left, young]) writeFileSync(part, "half");
  utimesSync(left, 0, 0);
  const blobs = openBlobs(readConfig({ DIALECTIC_BLOBS: folder }));
  const blob = aFile("Whole.");
  await blobs.put(blob);
  expect(readdirSync(join(folder, ".parts"))).toEqual(["young"]);
  expect(await all(blobs)).toEqual([blob.sha256]);
});

it("a blob store does not list partial files, and reports invalid settings by name", async () => {
  const folder = join(dir, "half");
  mkdirSync(join(folder, "ab"), { recursive: true });
  const half = join(folder, "ab", ".tmp-1-x");
  writeFileSync(half, "half");
  utimesSync(half, 0, 0);
  expect(await all(openBlobs(readConfig({ DIALECTIC_BLOBS: folder })))).toEqual([]);
  expect(readdirSync(join(folder, "ab"))).toEqual([".tmp-1-x"]);
  expect(() => openBlobs(readConfig({ DIALECTIC_BLOBS: "ftp://somewhere" }))).toThrow(/give a folder, or s3:/);
  expect(() => s3({ AWS_SECRET_ACCESS_KEY: "" })).toThrow(/AWS_SECRET_ACCESS_KEY is not set/);
  await expect(s3({ AWS_SECRET_ACCESS_KEY: "wrong" }).put(aFile("Denied."))).rejects.toMatchObject({
    code: "blobs_unavailable",
    message: expect.stringContaining("403"),
  });
});
