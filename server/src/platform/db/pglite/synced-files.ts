import { constants, fsyncSync } from "node:fs";
import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { syncFolderNow } from "../../files/sync-files.ts";
import { createLogSync, type LogSync } from "./log-sync.ts";

/** The part of Emscripten's file layer over `node:fs` that is used here; `nfd` is Node's own file descriptor. */
type Node = { name: string; mode: number; parent: Node };
type Stream = { nfd: number; node: Node };
type Attributes = { size?: number };
type Layer = {
  realPath(node: Node): string;
  node_ops: {
    setattr(node: Node, attributes: Attributes): void;
    mknod(parent: Node, name: string, mode: number, device: number): Node;
    rename(node: Node, folder: Node, name: string): void;
    unlink(parent: Node, name: string): void;
    rmdir(parent: Node, name: string): void;
    symlink(parent: Node, name: string, target: string): void;
  };
  stream_ops: {
    setattr(stream: Stream, attributes: Attributes): void;
    write(stream: Stream, buffer: ArrayBufferView, offset: number, length: number, position?: number): number;
    fsync?(stream: Stream): number;
  };
};

const logFile = /^[0-9A-F]{24}$/;
const isLog = ({ name, parent }: Node): boolean => parent.name === "pg_wal" && logFile.test(name);
const isFolder = ({ mode }: Node): boolean => (mode & constants.S_IFMT) === constants.S_IFDIR;

/**
 * PGlite's file layer, with the syncing that it lacks. PostgreSQL requests a sync of the right files at the right times, but
 * relies on something POSIX does not promise: that syncing a new file also makes its name durable. So when a file other than
 * the log is synced, every folder whose names have changed is synced with it. These folders are also synced before a
 * checkpoint is recorded in `pg_control`: recovery starts from that checkpoint, so it would not recreate an older file whose
 * name was lost.
 */
export class SyncedFiles extends NodeFS {
  readonly log: LogSync;

  /**
   * `onFailure` is called when a sync fails. What is on the disk is then unknown, and repeating the sync would not reveal
   * it.
   */
  constructor(dataDir: string, onFailure: (error: unknown) => void) {
    super(dataDir);
    this.log = createLogSync(onFailure);
  }

  override async init(pg: PGlite, options: Parameters<NodeFS["init"]>[1]): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(pg, options);
    // Syncing is added before the engine starts, because the engine may begin with a recovery, which has to sync files.
    const preRun: NonNullable<typeof emscriptenOpts.preRun> = [
      ...(emscriptenOpts.preRun ?? []),
      (module) => addSyncing(module.FS.filesystems.NODEFS as unknown as Layer, this.log),
    ];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

function addSyncing(layer: Layer, log: LogSync): void {
  const [nodes, streams] = [{ ...layer.node_ops }, { ...layer.stream_ops }];
  const changedFolders = new Set<string>();
  const writtenLogs = new WeakSet<Stream>();

  function syncFolders(): void {
    for (const folder of changedFolders) {
      changedFolders.delete(folder);
      syncFolderIfThere(folder);
    }
  }
  /** Changes names in folders. First syncs the log, which must be on the disk before any change that relies on it. */
  function changeNames<T>(folders: readonly Node[], change: () => T): T {
    log.syncNow();
    for (const folder of folders) changedFolders.add(layer.realPath(folder));
    return change();
  }

  Object.assign(layer.stream_ops, {
    write(stream, ...rest) {
      if (isLog(stream.node)) writtenLogs.add(stream);
      else log.syncNow();
      if (stream.node.name === "pg_control") syncFolders();
      return streams.write(stream, ...rest);
    },
    fsync(stream) {
      if (writtenLogs.delete(stream)) log.request(layer.realPath(stream.node));
      else {
        log.syncNow();
        log.orFail(() => {
          syncFolders();
          if (isFolder(stream.node)) syncFolderNow(layer.realPath(stream.node));
          else fsyncSync(stream.nfd);
        });
      }
      return 0;
    },
    setattr(stream, attributes) {
      if (attributes.size !== undefined) log.syncNow();
      streams.setattr(stream, attributes);
    },
  } satisfies Layer["stream_ops"]);

  Object.assign(layer.node_ops, {
    setattr(node, attributes) {
      if (attributes.size !== undefined) log.syncNow();
      nodes.setattr(node, attributes);
    },
    mknod: (parent, ...rest) => changeNames([parent], () => nodes.mknod(parent, ...rest)),
    rename: (node, folder, name) => changeNames([node.parent, folder], () => nodes.rename(node, folder, name)),
    unlink: (parent, name) => changeNames([parent], () => nodes.unlink(parent, name)),
    rmdir: (parent, name) => changeNames([parent], () => nodes.rmdir(parent, name)),
    symlink: (parent, ...rest) => changeNames([parent], () => nodes.symlink(parent, ...rest)),
  } satisfies Layer["node_ops"]);
}

/** A folder that has been removed needs no sync, because removing it changed its parent folder, which is synced. */
function syncFolderIfThere(path: string): void {
  try {
    syncFolderNow(path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}
