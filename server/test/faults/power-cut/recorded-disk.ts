import { statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type DiskRecord, readDiskLog } from "./disk-log.ts";
import { createSimulatedDisk, type Damage, type Random } from "./simulated-disk.ts";

const preload = `--import=${pathToFileURL(join(import.meta.dirname, "record-disk.ts")).href}`;

/** The environment that makes a process record its disk operations below a folder. */
export const recording = ({ under, log }: { under: string; log: string }): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: preload,
  RECORD_UNDER: under,
  RECORD_TO: log,
});

/** A power cut: its moment, as the number of records before it, and what it does to unsynced data. */
export type Cut = { after: number; damage: Damage };

/** The recorded disk of a folder that was empty when the recording began. */
export function readRecordedDisk({ under, log }: { under: string; log: string }) {
  const records = readDiskLog(log);
  const root = statSync(under).ino;
  return {
    records,
    /** The reports among the first `after` records. */
    toldBefore: (after: number): unknown[] => toldIn(records.slice(0, after)),
    /** Writes to `dir` the files that are found when the power is back. */
    cut(dir: string, { after, damage }: Cut): void {
      const disk = createSimulatedDisk(root);
      for (const record of records.slice(0, after)) disk.apply(record);
      disk.cut(dir, damage);
    },
  };
}

const toldIn = (records: readonly DiskRecord[]): unknown[] =>
  records.flatMap((record) => (record.op === "told" ? [record.what] : []));

/**
 * Returns a generator of numbers from 0 up to but not including 1, which gives the same sequence for the same seed
 * (mulberry32).
 */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Damage that leaves about half of the unsynced data on the disk. */
export function tornBy(seed: number): Damage {
  const random = randomFrom(seed);
  return { kind: "torn", random, sector: seed % 2 === 0 ? 512 : 4096, kept: random(), journal: seed % 4 < 2 };
}
