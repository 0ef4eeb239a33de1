import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase, readConfig } from "#platform";
import { recordProgram, recordRows } from "./power-cut/cut-rows.ts";
import { setupPowerCuts } from "./power-cut/cut-runs.ts";
import { findLostFiles, type ToldFile } from "./power-cut/find-lost-files.ts";
import { randomFrom, tornBy } from "./power-cut/recorded-disk.ts";
import type { Damage } from "./power-cut/simulated-disk.ts";
import { findEarlyPages } from "./power-cut/written-too-early.ts";

/**
 * The seed is fixed, so that failures can be reproduced. `npm run faults` cuts the power at more moments, including many
 * moments of whole runs.
 */
const seed = 1;

describe("a power cut while rows are written to the embedded database", () => {
  let rows: Awaited<ReturnType<typeof recordRows>>;
  let told: number[];
  beforeAll(async () => {
    rows = await recordRows({ ROWS_EACH: "40" });
    told = rows.records.flatMap((record, index) => (record.op === "told" ? [index + 1] : []));
  }, 300_000);
  afterAll(() => rows[Symbol.dispose]());

  /** `after` returns the number of the record after which the power is cut. `random` is between 0 and 1. */
  const moments: [name: string, count: number, after: (random: number) => number][] = [
    ["while the folder is made", 4, (random) => Math.floor(random * (told[0] ?? 0))],
    ["at any moment", 10, (random) => Math.round((told[0] ?? 0) + random * (rows.records.length - (told[0] ?? 0)))],
    ["right after something was acknowledged", 10, (random) => told[Math.floor(random * told.length)] ?? 0],
  ];
  it.each(moments)("loses nothing that was acknowledged or read: %s", async (name, count, after) => {
    const random = randomFrom(seed);
    const problems: string[] = [];
    for (let number = 0; number < count; number++) {
      const damage: Damage = number % 3 === 0 ? { kind: "lost" } : tornBy(seed * 1000 + number);
      const cut = { after: after(random()), damage };
      for (const problem of await rows.cut(cut)) problems.push(`${cut.after}, ${damage.kind}: ${problem}`);
    }
    expect([name, problems]).toEqual([name, []]);
    expect(told.length).toBeGreaterThan(200);
  });

  it("never leaves a page on the disk whose write-ahead log record did not reach the disk", async () => {
    using evicted = await recordProgram("evict-pages.ts");
    const { records } = evicted.disk;
    const from = records.findIndex((record) => record.op === "told");
    const { pages, early } = findEarlyPages(records, { from, logBytes: 2 ** 20 });
    expect(early).toBe(0);
    expect(pages).toBeGreaterThan(50);
  });

  it("leaves a folder that can be opened, even if PostgreSQL's own lock file is empty", async () => {
    const data = mkdtempSync(join(tmpdir(), "dialectic-lock-"));
    const config = readConfig({}, { data });
    const open = async () => {
      const opened = await openDatabase(config);
      if (opened.ok) await opened.database.close();
      return opened.ok;
    };
    expect(await open()).toBe(true);
    writeFileSync(join(data, "database", "postmaster.pid"), "");
    expect(await open()).toBe(true);
    rmSync(data, { recursive: true, force: true });
  });
});

describe("a power cut while files are written", () => {
  it("leaves every reported file complete and no file incomplete, at any moment", async () => {
    using written = await recordProgram("write-files.ts");
    const { disk, root, under } = written;
    const all = disk.toldBefore(disk.records.length).filter(isToldFile);
    expect(new Set(all.map((file) => file.path)).size).toBe(6);
    for (let after = 0; after <= disk.records.length; after++) {
      for (const damage of [{ kind: "lost" } as const, ...[0, 1, 2, 3].map((kind) => tornBy(after * 4 + kind))]) {
        const dir = join(root, "cut");
        disk.cut(dir, { after, damage });
        const before = disk.toldBefore(after).filter(isToldFile);
        expect([after, damage.kind, ...findLostFiles({ under, dir, before, all })]).toEqual([after, damage.kind]);
        rmSync(dir, { recursive: true, force: true });
      }
    }
  });
});

const isToldFile = (what: unknown): what is ToldFile => typeof what === "object" && what !== null && "text" in what;

describe("a power cut during a run", () => {
  let runs: Awaited<ReturnType<typeof setupPowerCuts>>;
  beforeAll(async () => {
    runs = await setupPowerCuts({ process: "brief", models: ["priced/atlas"] });
  }, 300_000);
  afterAll(() => runs[Symbol.asyncDispose]());

  it.each(["unsynced writes lost#120", "unsynced writes torn#270", "unsynced writes lost#399"])(
    "leaves books that balance, and the resumed run writes and pays for every document only once: %s",
    async (point) => {
      expect((await runs.killAt([point])).problems).toEqual([]);
      expect(runs.wanted.books.saved).toBeGreaterThan(5);
    },
  );
});
