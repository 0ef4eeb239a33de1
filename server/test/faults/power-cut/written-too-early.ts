import type { DiskRecord } from "./disk-log.ts";

const pageBytes = 8192;

/**
 * Counts the pages of tables and indexes that were written after record `from`. `early` counts those that were written
 * before the log of their last change was on the disk; a power cut at that moment could have left a change without its
 * commit. Every page begins with the position in the log where its last change ends. `logBytes` is the size of a log file.
 */
export function findEarlyPages(records: readonly DiskRecord[], { from, logBytes }: { from: number; logBytes: number }) {
  const names = new Map<number, string>();
  /** The parts of the log that are written but not synced. */
  let unsynced: { inode: number; start: number; end: number }[] = [];
  const syncs = new Map<string, { inode: number; parts: typeof unsynced }>();
  let [onDisk, pages, early] = [0, 0, 0];
  for (const [index, record] of records.entries()) {
    if (record.op === "create") names.set(record.inode, record.name);
    if (record.op === "rename")
      for (const [inode, name] of names) if (name === record.name) names.set(inode, record.toName);
    if (index < from) continue;
    if (record.op === "write" && isLog(names.get(record.inode))) {
      const start = startOf(names.get(record.inode) ?? "", logBytes) + record.offset;
      unsynced.push({ inode: record.inode, start, end: start + filledBytes(record.data) });
    }
    if (record.op === "write" && isTable(names.get(record.inode))) {
      for (let at = 0; at + pageBytes <= record.data.length; at += pageBytes) {
        const changed = record.data.readUInt32LE(at) * 2 ** 32 + record.data.readUInt32LE(at + 4);
        pages += 1;
        if (changed > onDisk && unsynced.some((part) => part.start < changed)) early += 1;
      }
    }
    if (record.op === "sync begins") {
      syncs.set(record.sync, { inode: record.inode, parts: unsynced.filter((part) => part.inode === record.inode) });
    }
    if (record.op === "sync ends") {
      const { parts = [] } = syncs.get(record.sync) ?? {};
      for (const { end } of parts) onDisk = Math.max(onDisk, end);
      unsynced = unsynced.filter((part) => !parts.includes(part));
    }
  }
  return { pages, early };
}

const isLog = (name = ""): boolean => /^[0-9A-F]{24}$/.test(name);
const isTable = (name = ""): boolean => /^\d+(\.\d+)?$/.test(name);

/**
 * The position at which a log file begins, read from its name: eight digits of timeline, then the position in units of 4 GB
 * and in units of the file size.
 */
const startOf = (name: string, logBytes: number): number =>
  Number.parseInt(name.slice(8, 16), 16) * 2 ** 32 + Number.parseInt(name.slice(16), 16) * logBytes;

/** The length of the data without padding. The log is written in whole pages, and the last page is padded with zeros. */
function filledBytes(data: Buffer): number {
  const last = data.findLastIndex((byte) => byte !== 0);
  return Math.ceil((last + 1) / 8) * 8;
}
