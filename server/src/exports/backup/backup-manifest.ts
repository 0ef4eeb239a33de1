import { z } from "zod";

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** The table of contents of a backup. Folders are listed, because PostgreSQL needs some folders although they are empty. */
export const BackupManifest = z.object({
  format: z.literal("dialectic-backup"),
  version: z.literal(1),
  program: z.string(),
  /** The hash of the schema: a database of another build cannot be opened. */
  schema: hash,
  at: z.iso.datetime(),
  folders: z.array(z.string()),
  files: z.record(z.string(), z.object({ sha256: hash, bytes: z.int().min(0) })),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

export const manifestName = "backup.json";

/**
 * Files and folders that a backup leaves out, because they are temporary or belong to one data folder on one machine. A
 * restored data folder gets new ones.
 */
const left = ["folder.lock", "lock.json", "secret", "identity.json", "folders.json", "spool"];

/**
 * True if an entry of the data folder is part of a backup. Some file systems ignore case, and also ignore dots and spaces at
 * the end of a name.
 */
export const isBackedUp = (path: string): boolean => {
  const [name = ""] = path.split("/");
  const top = name.toLowerCase().replace(/[. ]+$/, "");
  return !left.includes(top) && !/^lock\.json\.|\.new(?:-\d+)?$|^\.tmp-/.test(top) && path !== manifestName;
};
