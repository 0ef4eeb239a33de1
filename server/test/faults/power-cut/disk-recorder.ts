import fs from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { threadId } from "node:worker_threads";
import { type DiskOperation, encode } from "./disk-log.ts";

const { RECORD_UNDER: under = "", RECORD_TO: to = "" } = process.env;

/** The original functions of `node:fs`, copied before `record-disk.ts` wraps them. */
export const real = { ...fs, promises: { ...fs.promises } };

const log = real.openSync(to, "a");
/** The open files below the folder, each with the position at which the next write without an offset will go. */
const openFiles = new Map<number, { inode: number; position: number; appends: boolean }>();
const nothing = new Uint8Array();
let syncs = 0;

/** Each record is appended by a single write, so that records of several threads and processes never mix. */
export function record(operation: DiskOperation, data: Uint8Array = nothing): void {
  real.writeSync(log, encode(operation, data));
}

export const isUnder = (path: unknown): path is string =>
  typeof path === "string" && `${resolve(path)}${sep}`.startsWith(`${under}${sep}`);

export const find = (path: string) => real.lstatSync(path, { throwIfNoEntry: false });
export const inodeOf = (path: string): number => find(path)?.ino ?? 0;

export function placeOf(path: string): { folder: number; name: string } {
  const whole = resolve(path);
  return { folder: inodeOf(dirname(whole)), name: basename(whole) };
}

export function toBytes(data: unknown): Uint8Array {
  if (typeof data === "string") return Buffer.from(data);
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : nothing;
}

/** Records everything that a call created at the path and below it: each file and folder, and the content of each file. */
export function recordNew(path: string): void {
  const found = find(path);
  if (!found) return;
  const isFolder = found.isDirectory();
  record({ op: "create", ...placeOf(path), inode: found.ino, isFolder });
  if (isFolder) for (const name of real.readdirSync(path)) recordNew(join(path, name));
  else record({ op: "write", inode: found.ino, offset: 0 }, real.readFileSync(path));
}

/** Records that everything at the path and below it is about to be removed. */
export function recordGone(path: string): void {
  const found = find(path);
  if (!found) return;
  if (found.isDirectory()) for (const name of real.readdirSync(path)) recordGone(join(path, name));
  record({ op: "unlink", ...placeOf(path) });
}

/** Records a write that has completed. */
export function recordWrite(fd: number, data: Uint8Array, position: unknown): void {
  const file = openFiles.get(fd);
  if (!file) return;
  const place = () => (file.appends ? real.fstatSync(fd).size - data.length : file.position);
  const offset = typeof position === "number" ? position : place();
  if (typeof position !== "number") file.position = offset + data.length;
  record({ op: "write", inode: file.inode, offset }, data);
}

export function recordTruncate(fd: number, size: unknown): void {
  const file = openFiles.get(fd);
  if (file) record({ op: "truncate", inode: file.inode, size: Number(size ?? 0) });
}

/**
 * Detects whether opening a file creates or truncates it. Must be called before the file is opened; the function it returns
 * must be called afterwards.
 */
export function opening(path: unknown, flags: unknown): (fd: number) => void {
  if (!isUnder(path)) return () => undefined;
  const before = find(path);
  const { O_TRUNC, O_APPEND } = fs.constants;
  const has = (bit: number, letter: string) =>
    typeof flags === "number" ? (flags & bit) !== 0 : String(flags ?? "r").startsWith(letter);
  return (fd) => {
    const inode = real.fstatSync(fd).ino;
    if (!before) record({ op: "create", ...placeOf(path), inode, isFolder: false });
    else if (before.isFile() && before.size > 0 && has(O_TRUNC, "w")) record({ op: "truncate", inode, size: 0 });
    openFiles.set(fd, { inode, position: 0, appends: has(O_APPEND, "a") });
  };
}

export const closing = (fd: number): boolean => openFiles.delete(fd);

/** Records that a sync began. The function it returns records that the sync ended. */
export function beginSync(inode: number): () => void {
  syncs += 1;
  const sync = `${process.pid}-${threadId}-${syncs}`;
  record({ op: "sync begins", sync, inode });
  return () => record({ op: "sync ends", sync });
}

export function syncing(fd: number): () => void {
  const file = openFiles.get(fd);
  return file ? beginSync(file.inode) : () => undefined;
}
