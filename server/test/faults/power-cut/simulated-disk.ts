import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DiskRecord } from "./disk-log.ts";

/** Returns numbers from 0 up to but not including 1, in the same sequence for the same seed. */
export type Random = () => number;

/**
 * What a power cut does to data that was not synced. `lost`: no sector of it reached the disk. `torn`: some sectors reached
 * the disk, in any order. Folder entries are torn in the same way; with a journal, they are complete up to some moment.
 */
export type Damage =
  | { kind: "lost" }
  | { kind: "torn"; random: Random; sector: 512 | 4096; kept: number; journal: boolean };

type FileChange = { at: number; offset: number; data: Buffer } | { at: number; size: number };
type Entry = { name: string; inode: Inode };
type FolderChange = { at: number; add?: Entry; remove?: string };
type Inode = {
  isFolder: boolean;
  /** The synced content of the disk. */
  content: Buffer;
  entries: Map<string, Inode>;
  /** Operations since the last sync, which may or may not have reached the disk. */
  changes: FileChange[];
  folderChanges: FolderChange[];
};

const newInode = (isFolder: boolean): Inode => ({
  isFolder,
  content: Buffer.alloc(0),
  entries: new Map(),
  changes: [],
  folderChanges: [],
});

/**
 * A disk that keeps only synced data. As in POSIX, syncing a file does not sync the file's name, and syncing a folder does
 * not sync the content of the folder's files.
 */
export function createSimulatedDisk(rootInode: number) {
  const root = newInode(true);
  const inodes = new Map<number, Inode>([[rootInode, root]]);
  const syncs = new Map<string, { inode: Inode; at: number }>();
  let at = 0;

  function of(inode: number): Inode {
    const found = inodes.get(inode);
    if (!found) throw new Error(`The log mentions inode ${inode} before it was created.`);
    return found;
  }

  /** Looks up an entry of the folder as the process sees it, whether or not it reached the disk. */
  function entryNow(folder: Inode, name: string): Inode {
    const changed = folder.folderChanges.findLast((change) => change.add?.name === name || change.remove === name);
    const found = changed ? changed.add?.inode : folder.entries.get(name);
    if (!found) throw new Error(`The log names ${name}, which is not in its folder.`);
    return found;
  }

  function apply(record: DiskRecord): void {
    at += 1;
    switch (record.op) {
      case "create": {
        const inode = newInode(record.isFolder);
        inodes.set(record.inode, inode);
        of(record.folder).folderChanges.push({ at, add: { name: record.name, inode } });
        break;
      }
      case "link":
        of(record.folder).folderChanges.push({ at, add: { name: record.name, inode: of(record.inode) } });
        break;
      case "unlink":
        of(record.folder).folderChanges.push({ at, remove: record.name });
        break;
      case "rename": {
        const [from, to] = [of(record.folder), of(record.toFolder)];
        const add = { name: record.toName, inode: entryNow(from, record.name) };
        if (from === to) from.folderChanges.push({ at, add, remove: record.name });
        else {
          to.folderChanges.push({ at, add });
          from.folderChanges.push({ at, remove: record.name });
        }
        break;
      }
      case "write":
        of(record.inode).changes.push({ at, offset: record.offset, data: record.data });
        break;
      case "truncate":
        of(record.inode).changes.push({ at, size: record.size });
        break;
      case "sync begins":
        syncs.set(record.sync, { inode: of(record.inode), at });
        break;
      case "sync ends": {
        const sync = syncs.get(record.sync);
        if (sync) keepUpTo(sync.inode, sync.at);
        break;
      }
      case "told":
        break;
    }
  }

  function keepUpTo(inode: Inode, moment: number): void {
    const isKept = (change: { at: number }) => change.at <= moment;
    inode.content = applyToFile(inode.content, inode.changes.filter(isKept));
    inode.changes = inode.changes.filter((change) => !isKept(change));
    for (const change of inode.folderChanges.filter(isKept)) applyToFolder(inode.entries, change);
    inode.folderChanges = inode.folderChanges.filter((change) => !isKept(change));
  }

  /** Writes to `dir` the files that would be found after a power cut now. */
  function cut(dir: string, damage: Damage): void {
    // The journal is complete up to some moment, which is more likely to be a recent one.
    const until = damage.kind === "torn" && damage.journal ? Math.floor(at * (1 - damage.random() ** 4)) : 0;
    leave(root, dir);
    function leave(inode: Inode, path: string): void {
      if (inode.isFolder) {
        mkdirSync(path, { recursive: true });
        for (const [name, entry] of folderAfter(inode, damage, until)) leave(entry, join(path, name));
      } else writeFileSync(path, fileAfter(inode, damage));
    }
  }

  return { apply, cut };
}

function applyToFolder(entries: Map<string, Inode>, { add, remove }: FolderChange): void {
  if (remove !== undefined) entries.delete(remove);
  if (add) entries.set(add.name, add.inode);
}

function folderAfter(folder: Inode, damage: Damage, until: number): Map<string, Inode> {
  const entries = new Map(folder.entries);
  if (damage.kind === "lost") return entries;
  for (const change of folder.folderChanges) {
    if (damage.journal ? change.at <= until : damage.random() < damage.kept) applyToFolder(entries, change);
  }
  return entries;
}

const endOf = (change: FileChange): number => ("size" in change ? change.size : change.offset + change.data.length);

/** Returns the content after the changes. If `content` is long enough, it is changed in place. */
function applyToFile(content: Buffer, changes: readonly FileChange[]): Buffer {
  let size = content.length;
  const end = changes.reduce((most, change) => Math.max(most, endOf(change)), size);
  const bytes = end > size ? Buffer.concat([content], end) : content;
  for (const change of changes) {
    if ("size" in change) {
      if (change.size < size) bytes.fill(0, change.size, size);
      size = change.size;
    } else {
      change.data.copy(bytes, change.offset);
      size = Math.max(size, endOf(change));
    }
  }
  return bytes.subarray(0, size);
}

/** Decides at random, for each sector of each write and for each new length, whether it reached the disk. */
function fileAfter({ content, changes }: Inode, damage: Damage): Buffer {
  if (damage.kind === "lost" || changes.length === 0) return content;
  const { random, sector, kept } = damage;
  const parts: FileChange[] = changes.flatMap((change) => {
    if ("size" in change) return random() < kept ? change : [];
    const { offset, data } = change;
    const pieces: FileChange[] = [];
    for (let start = offset; start < offset + data.length; ) {
      const end = Math.min((Math.floor(start / sector) + 1) * sector, offset + data.length);
      if (random() < kept)
        pieces.push({ at: change.at, offset: start, data: data.subarray(start - offset, end - offset) });
      start = end;
    }
    return pieces;
  });
  return applyToFile(Buffer.from(content), parts);
}
