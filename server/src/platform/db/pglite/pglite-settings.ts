/**
 * Settings for creating a database in a folder. Log segments have 1 MB instead of the usual 16 MB, most of which would
 * be zeros copied into every new folder.
 */
export const madeWith: string[] = ["--wal-segsize=1"];

/**
 * Settings for opening a database. PostgreSQL fills its shared memory with zeros before the first statement. With the usual
 * 128 MB, this took 0.15 s of every start; pages that do not fit into 32 MB are in the operating system's cache.
 *
 * A statement is planned once for all values: by default, the engine plans it again for the first five sets of values, and
 * some statements every time. Plans use indexes wherever they can. A statement is often planned while its tables are almost
 * empty, and a plan that reads the whole table would stay in use while the table grows.
 */
export const openedWith: string[] = [
  ...["-c", "shared_buffers=32MB"],
  ...["-c", "plan_cache_mode=force_generic_plan"],
  ...["-c", "enable_seqscan=off"],
];

/**
 * Settings for opening a database with syncing. `-F`, one of the engine's default parameters, switches syncing off, so it is
 * left out. Of the methods to sync the log, only `fsync` works in WebAssembly.
 */
export const syncedWith = (parameters: readonly string[]): string[] => [
  ...parameters.filter((one) => one !== "-F"),
  ...openedWith,
  ...["-c", "fsync=on", "-c", "wal_sync_method=fsync"],
];
