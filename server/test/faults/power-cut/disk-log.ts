import { readFileSync } from "node:fs";

/**
 * A log of a process's disk operations, in the order in which they happened. Files and folders are identified by inode
 * number. `create` may use the number of a deleted file, because file systems reuse numbers.
 */
export type DiskOperation =
  | { op: "create"; folder: number; name: string; inode: number; isFolder: boolean }
  | { op: "write"; inode: number; offset: number }
  | { op: "truncate"; inode: number; size: number }
  | { op: "link"; folder: number; name: string; inode: number }
  | { op: "rename"; folder: number; name: string; toFolder: number; toName: string }
  | { op: "unlink"; folder: number; name: string }
  /** A sync covers the operations before it began, but they are only safe once it has ended. */
  | { op: "sync begins"; sync: string; inode: number }
  | { op: "sync ends"; sync: string }
  /** Something that the process reported to the outside. */
  | { op: "told"; what: unknown };

/** `data` contains the bytes of a write, and is empty for all other operations. */
export type DiskRecord = DiskOperation & { data: Buffer };

const lengths = 8;

export function encode(operation: DiskOperation, data: Uint8Array): Buffer {
  const header = Buffer.from(JSON.stringify(operation));
  const start = Buffer.alloc(lengths);
  start.writeUInt32LE(header.length, 0);
  start.writeUInt32LE(data.length, 4);
  return Buffer.concat([start, header, data]);
}

export function readDiskLog(file: string): DiskRecord[] {
  const bytes = readFileSync(file);
  const records: DiskRecord[] = [];
  for (let at = 0; at < bytes.length; ) {
    const body = at + lengths;
    const data = body + bytes.readUInt32LE(at);
    const end = data + bytes.readUInt32LE(at + 4);
    const operation = JSON.parse(bytes.toString("utf8", body, data)) as DiskOperation;
    records.push({ ...operation, data: bytes.subarray(data, end) });
    at = end;
  }
  return records;
}
