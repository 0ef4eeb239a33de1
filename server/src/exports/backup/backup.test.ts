import {
  existsSync,
  mkdirSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { ensureLocalUser, localUserId } from "#access";
import { openDatabase, readConfig, systemClock } from "#platform";
import { engines, openPaths, openUmask, testDatabase } from "#test";
import { auditWallets, topUp } from "#wallet";
import { writeZip } from "../zip/write-zip.ts";
import { type BackupManifest, manifestName } from "./backup-manifest.ts";
import { createBackup } from "./create-backup.ts";
import { restoreBackup, verifyBackup } from "./restore-backup.ts";

const configOf = (data: string) => readConfig({ DIALECTIC_SYNC: "off" }, { data });
const openData = async (data: string) => {
  const opened = await openDatabase(configOf(data));
  if (!opened.ok) throw new Error("The folder is held.");
  return opened.database;
};
const notes = async (database: Awaited<ReturnType<typeof openData>>) => {
  const { rows } = await database.asOwner((db) =>
    sql<{ note: string }>`select memo as note from wallet_transactions where kind = 'top-up' order by id`.execute(db),
  );
  return rows.map(({ note }) => note);
};

describe("a backup of a data folder", () => {
  it("contains everything committed before it started, although writing continues, and passes the wallet audit after a restore", {
    timeout: 60_000,
  }, async () => {
    using dir = mkdtempDisposableSync(join(tmpdir(), "dialectic-backup-"));
    const data = join(dir.path, "data");
    const database = await openData(data);
    await ensureLocalUser(database);
    mkdirSync(join(data, "blobs/ab"), { recursive: true });
    writeFileSync(join(data, "blobs/ab/blob"), "A blob.");
    writeFileSync(join(data, "models.json"), '{"models":[]}');
    writeFileSync(join(data, "secret"), "of this folder only");

    const acknowledged: string[] = [];
    const writing = { isOver: false };
    const ctx = { db: database.as(localUserId) };
    const writer = (async () => {
      for (let n = 0; !writing.isOver; n += 1) {
        await topUp(ctx, { amount: 1n, key: `k${n}`, note: `n${n}` });
        acknowledged.push(`n${n}`);
      }
    })();
    while (acknowledged.length < 20) await new Promise(setImmediate);
    const before = [...acknowledged];
    await using backup = await createBackup({ database, config: configOf(data), clock: systemClock });
    writing.isOver = true;
    await writer;
    expect(acknowledged.length).toBeGreaterThan(before.length);
    await database.close();
    expect(statSync(backup.path)).toMatchObject({ mode: 0o100600, size: backup.bytes });
    const { files } = await verifyBackup(backup.path);

    const target = join(dir.path, "restored");
    using umask = openUmask();
    expect(await restoreBackup({ file: backup.path, dataDir: target })).toMatchObject({ files });
    umask[Symbol.dispose]();
    expect(openPaths(target)).toEqual([]);
    expect(readFileSync(join(target, "blobs/ab/blob"), "utf8")).toBe("A blob.");
    expect(existsSync(join(target, "models.json"))).toBe(true);
    expect(existsSync(join(target, "secret"))).toBe(false);
    const restored = await openData(target);
    const found = await notes(restored);
    expect(found).toEqual(expect.arrayContaining(before));
    // If a row is in the backup, so are all earlier rows, because the copy is a snapshot of one moment.
    expect(found).toEqual(acknowledged.slice(0, found.length));
    expect(await restored.asOwner(auditWallets)).toEqual([]);
    await topUp({ db: restored.as(localUserId) }, { amount: 1n, key: "after", note: "after" });
    await restored.close();

    await expect(restoreBackup({ file: backup.path, dataDir: target })).rejects.toMatchObject({ code: "conflict" });
  });

  it("is refused as a whole if a byte has been altered or a part is missing", async () => {
    using dir = mkdtempDisposableSync(join(tmpdir(), "dialectic-backup-"));
    const data = join(dir.path, "data");
    const database = await openData(data);
    await using backup = await createBackup({ database, config: configOf(data), clock: systemClock });
    await database.close();
    const bytes = readFileSync(backup.path);
    const target = join(dir.path, "restored");
    const damaged = join(dir.path, "damaged.zip");
    const altered = Buffer.from(bytes);
    altered.writeUInt8((altered[1000] ?? 0) ^ 1, 1000);
    for (const content of [altered, bytes.subarray(0, bytes.length - 100), Buffer.from("not a zip")]) {
      writeFileSync(damaged, content);
      await expect(restoreBackup({ file: damaged, dataDir: target })).rejects.toMatchObject({ code: "damaged_export" });
      expect(existsSync(target)).toBe(false);
    }
  });

  it.each([
    ["of another build", {}, [], "database_other_build"],
    ["with an identity", { "identity.json": "{}" }, [], "damaged_export"],
    ["with an identity in capitals", { "Identity.JSON": "{}" }, [], "damaged_export"],
    ["with a secret that a file system finds by another name", { "secret. ": "x" }, [], "damaged_export"],
    ["with a lock", { "folder.lock": "" }, [], "damaged_export"],
    ["with a list of the folders that projects are written to", { "folders.json": "{}" }, [], "damaged_export"],
    ["with a file below a lock", { "lock.json/x": "" }, [], "damaged_export"],
    ["with a drive letter", { "C:secret": "" }, [], "damaged_export"],
    ["with a folder that leads outside", {}, ["../outside"], "damaged_export"],
  ])("%s is refused, and nothing is written", async (_, files, folders, code) => {
    using dir = mkdtempDisposableSync(join(tmpdir(), "dialectic-backup-"));
    const file = join(dir.path, "forged.zip");
    const zip = writeZip(file);
    const listed: BackupManifest["files"] = {};
    for (const [name, text] of Object.entries(files)) listed[name] = await zip.add(name, text);
    const manifest: BackupManifest = {
      ...{ format: "dialectic-backup", version: 1, program: "9.9.9", schema: "0".repeat(64) },
      ...{ at: new Date().toISOString(), folders, files: listed },
    };
    await zip.add(manifestName, JSON.stringify(manifest));
    await zip.end();
    await expect(restoreBackup({ file, dataDir: join(dir.path, "data") })).rejects.toMatchObject({ code });
    expect(readdirSync(dir.path)).toEqual(["forged.zip"]);
  });
});

it.skipIf(!engines.includes("postgres"))(
  "a backup of a database server is refused with a message that recommends pg_dump",
  async () => {
    await using server = await testDatabase("postgres");
    using dir = mkdtempDisposableSync(join(tmpdir(), "dialectic-backup-"));
    const backup = createBackup({ database: server.database, config: configOf(dir.path), clock: systemClock });
    await expect(backup).rejects.toMatchObject({ code: "invalid_input", message: expect.stringContaining("pg_dump") });
  },
);
