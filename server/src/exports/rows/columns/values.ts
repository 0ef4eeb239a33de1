import { z } from "zod";
import { deconstructPath } from "#documents";

/**
 * Schemas for the columns of an export. They are as strict as the API, so that code can rely on imported rows as much as on
 * rows that this installation wrote.
 */

/** PostgreSQL stores neither NUL nor lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

/** A text of at most `maxLength` UTF-16 units. Long texts are files of the export, not columns of its rows. */
export const text = (maxLength: number) =>
  z.string().max(maxLength).refine(isStorable, "must not contain NUL or a lone surrogate");

/** Names and other short texts. */
export const words = text(1_000);
/** Texts of a few sentences by a model or a person. */
export const sentences = text(1_000_000);

/** A file of the export, named by the hash of its text. */
export const textFile = z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });
export const hash = z.string().regex(/^[0-9a-f]{1,64}$/);

/** A row of the same export. `createNewIds` checks that it exists. */
export const ref = (table: string) =>
  z
    .string()
    .regex(new RegExp(`^\\{\\{${table}/(0|[1-9]\\d{0,6})/[0-9a-f]{8}\\}\\}$`), `must refer to a row of ${table}`);

export const count = (most: number) => z.int().min(0).max(most);
export const number = (most: number) => z.int().min(1).max(most);
/** Numbers of versions, claims, cards and so on; the next number must still fit the column. */
export const ordinal = number(1_000_000);
export const tokens = count(1_000_000_000);
export const iteration = number(10_000);

/** A `moment` may be up to a day in the future, because clocks differ between machines. */
const dayMs = 86_400_000;

const time = z
  .string()
  .regex(/^(19[7-9]\d|[2-9]\d{3})-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(\+00:00|Z)$/, "must be a time in UTC")
  .refine((value) => !Number.isNaN(Date.parse(value)), "must be a time");

/** At most a day in the future: a row dated next year would count as the newest until then. */
export const moment = time.refine((value) => Date.parse(value) < Date.now() + dayMs, "must not be in the future");

/** The time of a job's next attempt. */
export const dueMoment = time.refine((value) => Date.parse(value) < Date.now() + 366 * dayMs, "must be within a year");

/** Local providers may name their models freely. */
export const model = text(200).regex(/^[a-z0-9][a-z0-9-]*\/[^\p{Cc}]+$/u, "must be provider/model");
/** A stage's key, as in process files. `importProject` checks that the session's process has the stage. */
export const stage = text(200).regex(/^[a-z][a-z-]*$/, "must be the key of a stage");

/** Small structured values. `parseLine` limits their depth. */
export const json = <Schema extends z.ZodType>(schema: Schema) =>
  z.unknown().refine(hasStorableTexts, "must not contain NUL or a lone surrogate").pipe(schema);

function hasStorableTexts(value: unknown): boolean {
  if (typeof value === "string") return isStorable(value);
  if (Array.isArray(value)) return value.every(hasStorableTexts);
  if (value === null || typeof value !== "object") return true;
  return Object.entries(value).every(([key, one]) => isStorable(key) && hasStorableTexts(one));
}

type Place = NonNullable<ReturnType<typeof deconstructPath>>;

/**
 * A path in the project's tree, of one of these kinds. Any other path could lead out of the project's folder, or to a file
 * of another kind.
 */
export const place = (...kinds: Place["kind"][]) =>
  text(2_500).refine((path) => {
    const found = deconstructPath(path);
    return found !== null && kinds.includes(found.kind);
  }, "must be a path in a project's tree");
