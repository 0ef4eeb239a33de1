import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ConfigProblem } from "@dialectic/contract";
import type { z } from "zod";
import { AppError, toAppError, writePrivateFile } from "#platform";
import { readJson } from "../answer/read-json.ts";
import { type ModelSettings, publishLookup } from "../providers/model-settings.ts";

export type ConfigFile = "models.json" | "providers.json";

type Valid = { value: unknown; text: string };
type Known = {
  /** The content at the last read; null if the file could not be read. */
  text: string | null;
  valid: Valid | undefined;
  error: AppError | null;
  seenAt: number;
};

/** What this process knows about files, by path. It reads a file often but should parse it only after a change. */
const known = new Map<string, Known>();

/**
 * A file that has been missing for less than this may be in the middle of a save: some editors remove a file before
 * they write it.
 */
const savedWithinMs = 5_000;

/**
 * Reads a configuration file of the data folder; undefined if it does not exist. While its content is invalid, the last valid
 * version stays in use: the version that this process read, else the copy in the data folder. Throws if there is no valid
 * version.
 *
 * A process with a log (a server, a worker, a command that opens the database) keeps that copy, and logs an invalid
 * version once. Other commands write nothing.
 */
export function readConfigFile<T>(settings: ModelSettings, name: ConfigFile, schema: z.ZodType<T>): T | undefined {
  publishLookup(name);
  if (settings.dataDir === null) return undefined;
  const file = readCurrent(settings.dataDir, settings, name, schema);
  if (file?.error && !file.valid) throw file.error;
  return file?.valid?.value as T | undefined;
}

/** The current problem of a file; null if the file is valid or does not exist. */
export function problemOf<T>(settings: ModelSettings, name: ConfigFile, schema: z.ZodType<T>): ConfigProblem | null {
  const file = settings.dataDir === null ? undefined : readCurrent(settings.dataDir, settings, name, schema);
  return file?.error ? toProblem(name, file.error, file.valid) : null;
}

/** For tests: clears the cache, as in a new process. */
export function forgetConfigFiles(): void {
  known.clear();
}

function readCurrent<T>(
  dataDir: string,
  settings: ModelSettings,
  name: ConfigFile,
  schema: z.ZodType<T>,
): Known | undefined {
  const path = join(dataDir, name);
  const before = known.get(path);
  const found = readText(path);
  if (found === undefined) return missing(path, before, settings);
  const seenAt = performance.now();
  if (before && before.text === found.text && found.text !== null) {
    before.seenAt = seenAt;
    if (!before.error) keepCopy(path, before, settings);
    return before;
  }
  const file: Known = { text: found.text, valid: before?.valid, error: found.error, seenAt };
  if (found.text !== null) {
    try {
      file.valid = { value: readJson(found.text, schema, path), text: found.text };
    } catch (thrown) {
      file.error = toAppError(thrown);
    }
  }
  if (file.error) file.valid ??= readCopy(path, schema);
  known.set(path, file);
  if (!file.error) keepCopy(path, file, settings);
  else if (before?.text !== file.text || !before.error) warn(name, file, settings);
  return file;
}

function warn(name: ConfigFile, { error, valid }: Known, { log }: ModelSettings): void {
  if (error) log?.warn(toProblem(name, error, valid).message);
}

function readText(path: string): Pick<Known, "text" | "error"> | undefined {
  try {
    return { text: withoutByteOrderMark(readFileSync(path, "utf8")), error: null };
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    const error = new AppError("unreadable_file", `${path} cannot be read. Check its permissions.`, { cause: thrown });
    return { text: null, error };
  }
}

/**
 * A file that disappeared less than `savedWithinMs` ago is probably being saved. After that time it is treated as removed,
 * and its copy is deleted.
 */
function missing(path: string, before: Known | undefined, { log }: ModelSettings): Known | undefined {
  if (before?.valid && performance.now() - before.seenAt <= savedWithinMs) return before;
  known.delete(path);
  if (log) rmSync(copyOf(path), { force: true });
  return undefined;
}

const copyOf = (path: string): string => path.replace(/\.json$/, ".last-valid.json");

function readCopy<T>(path: string, schema: z.ZodType<T>): Valid | undefined {
  try {
    const text = readFileSync(copyOf(path), "utf8");
    return { value: readJson(text, schema, path), text };
  } catch {
    return undefined; // no copy, or a copy by another build
  }
}

/** The contents that this process has copied or failed to copy, by path. */
const copied = new Map<string, string>();

function keepCopy(path: string, { valid }: Known, { log }: ModelSettings): void {
  if (!log || !valid || copied.get(path) === valid.text) return;
  const copy = copyOf(path);
  try {
    if (readText(copy)?.text !== valid.text) writePrivateFile(copy, valid.text);
    copied.set(path, valid.text);
  } catch (error) {
    copied.set(path, valid.text); // warn once
    log.warn(`The last valid version of ${path} cannot be kept. Check the permissions of the data folder.`, { error });
  }
}

function toProblem(file: ConfigFile, error: AppError, valid: Valid | undefined): ConfigProblem {
  const meanwhile = valid
    ? "The last valid version stays in use. Correct the file; it is reloaded automatically."
    : "Correct the file, or remove it.";
  return { file, message: `${error.message} ${meanwhile}`, inUse: valid ? "last-valid" : "none" };
}

const isMissing = (thrown: unknown): boolean => thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT";

/** Some editors write a byte order mark. */
const withoutByteOrderMark = (text: string): string => text.replace(/^\ufeff/, "");
