/**
 * Loaded into every thread of a process by `node --import`. Records all disk operations below the folder RECORD_UNDER in the
 * log RECORD_TO by wrapping `node:fs`, which PGlite, our own code and Node's streams use. The log also contains the points
 * that the process passes and what it publishes on `dialectic:told`.
 */
import { subscribe } from "node:diagnostics_channel";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, resolve } from "node:path";
import {
  beginSync,
  closing,
  find,
  inodeOf,
  isUnder,
  opening,
  placeOf,
  real,
  record,
  recordGone,
  recordNew,
  recordTruncate,
  recordWrite,
  syncing,
  toBytes,
} from "./disk-recorder.ts";

type Call = (...args: unknown[]) => unknown;
type Calls = Record<string, Call>;
const [wrapped, wrappedPromises] = [fs as unknown as Calls, fs.promises as unknown as Calls];
const [calls, promises] = [real as unknown as Calls, real.promises as unknown as Calls];
const nothing = () => undefined;

/** Reads the state before a call. Returns the function that records the call after it was made. */
type Before = (...args: unknown[]) => (result: unknown) => void;

/** Each operation has three forms: synchronous, with a callback, and with a promise. */
const byPath: Record<string, Before> = {
  writeFile(path, data, options) {
    if (!isUnder(path)) return nothing;
    const before = find(path);
    return () => {
      const inode = inodeOf(path);
      if (!before) record({ op: "create", ...placeOf(path), inode, isFolder: false });
      else record({ op: "truncate", inode, size: 0 });
      record({ op: "write", inode, offset: 0 }, toBytes(data));
      if ((options as { flush?: boolean } | undefined)?.flush) beginSync(inode)();
    };
  },
  mkdir(path) {
    const made: string[] = [];
    for (let folder = resolve(String(path)); isUnder(folder) && !find(folder); folder = dirname(folder))
      made.unshift(folder);
    return () => {
      for (const folder of made) record({ op: "create", ...placeOf(folder), inode: inodeOf(folder), isFolder: true });
    };
  },
  cp: (_from, path) => () => isUnder(path) && recordNew(path),
  copyFile: (_from, path) => () => isUnder(path) && recordNew(path),
  rename(from, path) {
    if (!isUnder(from) || !isUnder(path)) return nothing;
    const { folder: toFolder, name: toName } = placeOf(path);
    return () => record({ op: "rename", ...placeOf(from), toFolder, toName });
  },
  link: (from, path) => () =>
    isUnder(from) && isUnder(path) && record({ op: "link", ...placeOf(path), inode: inodeOf(path) }),
  unlink: (path) => () => isUnder(path) && record({ op: "unlink", ...placeOf(path) }),
  rmdir: (path) => () => isUnder(path) && record({ op: "unlink", ...placeOf(path) }),
  rm(path) {
    if (isUnder(path)) recordGone(path);
    return nothing;
  },
  truncate: (path, size) => () =>
    isUnder(path) && record({ op: "truncate", inode: inodeOf(path), size: Number(size ?? 0) }),
};

const byFile: Record<string, Before> = {
  open: (path, flags) => opening(path, flags) as (fd: unknown) => void,
  close(fd) {
    closing(fd as number);
    return nothing;
  },
  write: (fd, data, offset, _length, position) => (written) => {
    const start = typeof offset === "number" ? offset : 0;
    recordWrite(fd as number, toBytes(data).subarray(start, start + (written as number)), position);
  },
  writev: (fd, parts, position) => () =>
    recordWrite(fd as number, Buffer.concat((parts as unknown[]).map(toBytes)), position),
  ftruncate: (fd, size) => () => recordTruncate(fd as number, size),
  fsync: (fd) => syncing(fd as number),
  fdatasync: (fd) => syncing(fd as number),
};

/** Some of these functions call others. Only the outermost call is recorded. */
let isInside = false;

for (const [name, before] of Object.entries({ ...byPath, ...byFile })) {
  wrapped[`${name}Sync`] = (...args) => {
    if (isInside) return calls[`${name}Sync`]?.(...args);
    const after = before(...args);
    isInside = true;
    try {
      const result = calls[`${name}Sync`]?.(...args);
      after(result);
      return result;
    } finally {
      isInside = false;
    }
  };
  wrapped[name] = (...args) => {
    if (typeof args.at(-1) !== "function") return calls[name]?.(...args);
    const done = args.pop() as Call;
    const after = before(...args);
    return calls[name]?.(...args, (error: unknown, result: unknown, ...rest: unknown[]) => {
      if (!error) after(result);
      done(error, result, ...rest);
    });
  };
}
for (const [name, before] of Object.entries(byPath)) {
  wrappedPromises[name] = async (...args) => {
    const after = before(...args);
    const result = await promises[name]?.(...args);
    after(result);
    return result;
  };
}

/** The methods of file handles from `fs.promises` can be wrapped only once a handle exists. */
let areHandlesWrapped = false;
wrappedPromises["open"] = async (path, flags, mode) => {
  const after = opening(path, flags);
  const handle = (await promises["open"]?.(path, flags, mode)) as fs.promises.FileHandle;
  if (!areHandlesWrapped) wrapHandles(Object.getPrototypeOf(handle) as Calls);
  after(handle.fd);
  return handle;
};

function wrapHandles(methods: Calls): void {
  areHandlesWrapped = true;
  const wrap = (name: string, before: (fd: number, ...args: unknown[]) => () => void) => {
    const method = methods[name];
    methods[name] = async function (this: fs.promises.FileHandle, ...args) {
      const after = before(this.fd, ...args);
      const result = await method?.apply(this, args);
      after();
      return result;
    };
  };
  wrap("sync", syncing);
  wrap("datasync", syncing);
  wrap("writeFile", (fd, data) => () => recordWrite(fd, toBytes(data), undefined));
  wrap("close", (fd) => {
    closing(fd);
    return nothing;
  });
}

syncBuiltinESMExports();
for (const name of ["dialectic:told", "dialectic:points"]) subscribe(name, (what) => record({ op: "told", what }));
