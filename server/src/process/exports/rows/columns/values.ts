import { z } from "zod";
import { deconstructPath } from "#documents";

/**
 * The values that columns of an export may have. They are as strict as the API is about the same things: whatever reads
 * an imported row may rely on it as on one that was written here.
 */

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

/** Also a bound for what an index can hold: unbounded texts are no columns of a row but files. */
export const text = (longest: number) =>
  z.string().max(longest).refine(isStorable, "must not contain NUL or half a character");

/** Names and other words that stand on one line of a list. */
export const words = text(1_000);
/** What a model or a person wrote in a few sentences. */
export const sentences = text(1_000_000);

/** A file of the export, named by the hash of its text. */
export const textFile = z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });
export const hash = z.string().regex(/^[0-9a-f]{1,64}$/);

/** A row of the same export. `createNewIds` checks that it is there. */
export const ref = (table: string) =>
  z
    .string()
    .regex(new RegExp(`^\\{\\{${table}/(0|[1-9]\\d{0,6})/[0-9a-f]{8}\\}\\}$`), `must refer to a row of ${table}`);

export const count = (most: number) => z.int().min(0).max(most);
export const number = (most: number) => z.int().min(1).max(most);
/** Numbers of versions, claims, cards and the like; the next one must still fit its column. */
export const ordinal = number(1_000_000);
export const tokens = count(1_000_000_000);
export const iteration = number(10_000);

/** The clocks of two machines may differ by as much. */
const dayMs = 86_400_000;

const time = z
  .string()
  .regex(/^(19[7-9]\d|[2-9]\d{3})-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(\+00:00|Z)$/, "must be a time in UTC")
  .refine((value) => !Number.isNaN(Date.parse(value)), "must be a time");

/** Not later than now: a row of next year would count as the newest until then. */
export const moment = time.refine((value) => Date.parse(value) < Date.now() + dayMs, "must not be in the future");

/** When a job may be tried again. */
export const dueMoment = time.refine((value) => Date.parse(value) < Date.now() + 366 * dayMs, "must be within a year");

/** A provider of this machine may call its models anything. */
export const model = text(200).regex(/^[a-z0-9][a-z0-9-]*\/[^\p{Cc}]+$/u, "must be provider/model");
/** As in process files. That the session's process has it is checked when the process is known. */
export const stage = text(200).regex(/^[a-z][a-z-]*$/, "must be the key of a stage");

/** Small structured values. Their depth is bounded by `parseLine`, for all of a row. */
export const json = <Schema extends z.ZodType>(schema: Schema) =>
  z.unknown().refine(hasStorableTexts, "must not contain NUL or half a character").pipe(schema);

function hasStorableTexts(value: unknown): boolean {
  if (typeof value === "string") return isStorable(value);
  if (Array.isArray(value)) return value.every(hasStorableTexts);
  if (value === null || typeof value !== "object") return true;
  return Object.entries(value).every(([key, one]) => isStorable(key) && hasStorableTexts(one));
}

type Place = NonNullable<ReturnType<typeof deconstructPath>>;

/** A place of the project's tree, of one of these kinds: no other one leads out of its folder, or onto another file. */
export const place = (...kinds: Place["kind"][]) =>
  text(2_500).refine((path) => {
    const found = deconstructPath(path);
    return found !== null && kinds.includes(found.kind);
  }, "must be a place of a project's tree");
