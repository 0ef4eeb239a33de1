import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ConfigProblem } from "@dialectic/contract";
import type { z } from "zod";
import { AppError, toAppError, writePrivateFile } from "#platform";
import { readJson } from "../answer/read-json.ts";
import type { ModelSettings } from "../providers/model-settings.ts";
import { noteLookup } from "../providers/note-lookup.ts";

export type ConfigFile = "models.json" | "providers.json";

type Valid = { value: unknown; text: string };
type Known = {
  /** What the file held when it was last looked at; null: it could not be read. */
  text: string | null;
  valid: Valid | undefined;
  error: AppError | null;
  seenAt: number;
};

/** By path. A process reads a file often, and parses it only when it has changed. */
const known = new Map<string, Known>();

/** Some editors remove a file before they write it again. */
const savedWithinMs = 5_000;

/**
 * A configuration file of the data folder; undefined where there is none. While its content is not valid, the last version that
 * was valid stays in use: the one this process read, else the copy in the data folder. Throws if there is neither.
 *
 * A process with a log of its own (a server, a worker, a command that opens the database) keeps that copy and logs each
 * change for the worse once. A command that only looks writes nothing.
 */
export function readConfigFile<T>(settings: ModelSettings, name: ConfigFile, schema: z.ZodType<T>): T | undefined {
  noteLookup(name);
  if (settings.dataDir === null) return undefined;
  const file = look(settings.dataDir, settings, name, schema);
  if (file?.error && !file.valid) throw file.error;
  return file?.valid?.value as T | undefined;
}

/** What is wrong with a file as it is now; null: nothing, or it is not there. */
export function problemOf<T>(settings: ModelSettings, name: ConfigFile, schema: z.ZodType<T>): ConfigProblem | null {
  const file = settings.dataDir === null ? undefined : look(settings.dataDir, settings, name, schema);
  return file?.error ? toProblem(name, file.error, file.valid) : null;
}

/** For tests: what a new process knows. */
export function forgetConfigFiles(): void {
  known.clear();
}

function look<T>(dataDir: string, settings: ModelSettings, name: ConfigFile, schema: z.ZodType<T>): Known | undefined {
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
    return { text: withoutMark(readFileSync(path, "utf8")), error: null };
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    const error = new AppError("unreadable_file", `${path} cannot be read. Check its permissions.`, { cause: thrown });
    return { text: null, error };
  }
}

/** A file that was there a moment ago is being saved; one that stays away was removed, and so is its copy. */
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
    return undefined; // none was kept, or another build of this program kept it
  }
}

/** What the copies hold, as far as this process knows. */
const copied = new Map<string, string>();

function keepCopy(path: string, { valid }: Known, { log }: ModelSettings): void {
  if (!log || !valid || copied.get(path) === valid.text) return;
  const copy = copyOf(path);
  try {
    if (readText(copy)?.text !== valid.text) writePrivateFile(copy, valid.text);
    copied.set(path, valid.text);
  } catch (error) {
    copied.set(path, valid.text); // one warning is enough
    log.warn(`The last valid version of ${path} cannot be kept. Check the permissions of the data folder.`, { error });
  }
}

function toProblem(file: ConfigFile, error: AppError, valid: Valid | undefined): ConfigProblem {
  const meanwhile = valid
    ? "The last valid version stays in use. Correct the file; it is read again by itself."
    : "Correct the file, or remove it.";
  return { file, message: `${error.message} ${meanwhile}`, inUse: valid ? "last-valid" : "none" };
}

const isMissing = (thrown: unknown): boolean => thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT";

/** Some editors begin files with a byte order mark. */
const withoutMark = (text: string): string => text.replace(/^\ufeff/, "");
