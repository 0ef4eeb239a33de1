/**
 * How a database in a folder is made. A log of 1 MB pieces: of the usual 16 MB most would be zeros, copied into every
 * new folder.
 */
export const madeWith: string[] = ["--wal-segsize=1"];

/**
 * How it is opened. Its memory is written full of zeros before the first statement; the usual 128 MB took 0.15 s of
 * every start, and what does not fit is in the system's own cache, a short read away. A statement is planned once, for
 * whatever values it gets: left to itself the engine plans it anew for the first five of them, and some for ever.
 */
export const openedWith: string[] = ["-c", "shared_buffers=32MB", "-c", "plan_cache_mode=force_generic_plan"];

/**
 * The same, syncing what is written. `-F` among the engine's own parameters switches that off; and of its ways to sync the log
 * all but `fsync` do nothing in WebAssembly.
 */
export const syncedWith = (parameters: readonly string[]): string[] => [
  ...parameters.filter((one) => one !== "-F"),
  ...openedWith,
  ...["-c", "fsync=on", "-c", "wal_sync_method=fsync"],
];
