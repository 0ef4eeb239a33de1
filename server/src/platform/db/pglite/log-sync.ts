import { closeSync, fdatasync, fdatasyncSync, openSync } from "node:fs";

/**
 * Group commit for the write-ahead log. PostgreSQL asks for a sync at every commit. The sync runs in the background while
 * the engine continues with the next transaction, and commits that arrive meanwhile share the next sync. So PostgreSQL
 * assumes that its log is on the disk before it is. Two rules make that safe. A commit is acknowledged only when a sync that
 * began after the commit has ended (`synced`). No other file is changed before the log is on the disk (`syncNow`).
 */
export type LogSync = {
  /** PostgreSQL wrote the log file at this path and requests a sync of it. */
  request(path: string): void;
  /** Resolves when everything requested so far is on the disk; undefined if it is there already. */
  synced(): Promise<void> | undefined;
  /** Blocks until everything requested so far is on the disk. */
  syncNow(): void;
  /** Runs a sync of another file or folder, and reports its failure like a failed sync of the log. */
  orFail(sync: () => void): void;
  close(): void;
};

export function createLogSync(onFailure: (error: unknown) => void): LogSync {
  /** A descriptor of our own, because PostgreSQL closes its descriptor when it moves to the next log file. */
  let file: { path: string; fd: number } | undefined;
  let requested = 0;
  let onDisk = 0;
  let isSyncing = false;
  let waiting: { request: number; resolve: () => void }[] = [];

  function reached(request: number): void {
    onDisk = Math.max(onDisk, request);
    const ready = waiting.filter((one) => one.request <= onDisk);
    waiting = waiting.filter((one) => one.request > onDisk);
    for (const one of ready) one.resolve();
  }

  function orFail(sync: () => void): void {
    try {
      sync();
    } catch (error) {
      onFailure(error);
      throw error;
    }
  }

  function syncNow(): void {
    if (!file || onDisk === requested) return;
    const { fd } = file;
    orFail(() => fdatasyncSync(fd));
    reached(requested);
  }

  function begin(): void {
    if (!file || isSyncing || onDisk === requested) return;
    isSyncing = true;
    const covered = requested;
    fdatasync(file.fd, (error) => {
      isSyncing = false;
      // The error does not matter if `syncNow` has synced the file in the meantime, as it does before the file is closed.
      if (error && covered > onDisk) return onFailure(error);
      reached(covered);
      begin();
    });
  }

  return {
    request(path) {
      if (file?.path !== path) {
        syncNow();
        if (file) closeSync(file.fd);
        file = { path, fd: openSync(path, "r+") };
      }
      requested += 1;
    },
    synced() {
      if (onDisk === requested) return undefined;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ request: requested, resolve });
      begin();
      return promise;
    },
    syncNow,
    orFail,
    close() {
      syncNow();
      if (file) closeSync(file.fd);
      file = undefined;
    },
  };
}
