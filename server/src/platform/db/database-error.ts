import type { ErrorCode } from "@dialectic/contract";
import { AppError, diskFull } from "../errors.ts";

/** What PostgreSQL said, the same from both engines. `code` is the SQLSTATE. */
export class DatabaseError extends Error {
  override name = "DatabaseError";
  readonly code: string;
  readonly constraint: string | undefined;
  readonly detail: string | undefined;

  constructor(fields: { message: string; code?: string; constraint?: string; detail?: string }) {
    super(fields.message);
    this.code = fields.code ?? "XX000";
    this.constraint = fields.constraint;
    this.detail = fields.detail;
  }
}

/** Our SQL functions raise these; the message is already a sentence for people. */
const raised: Record<string, ErrorCode> = {
  DL001: "lease_lost",
  DL002: "forbidden_transition",
  DL003: "not_found",
  DL004: "conflict",
  DL005: "missing_input",
  DL006: "invalid_input",
  DL007: "damaged_export",
  DL008: "database_newer",
};

/** PostgreSQL stores every character but one. */
const unstorableText = "22021";

/** PostgreSQL's own word for it, on either engine. */
const noRoom = "53100";

const repeatable = new Set(["40001", "40P01"]);
export const isRepeatable = (error: unknown): boolean => error instanceof DatabaseError && repeatable.has(error.code);

export const isUniqueViolation = (error: unknown): boolean => error instanceof DatabaseError && error.code === "23505";

/** What a row was to belong to is gone. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === "23503";

/** What PostgreSQL found wrong with given data, in its own words; null when something else was the matter. */
export const databaseFault = (error: unknown): string | null =>
  error instanceof DatabaseError && /^(22|23)/.test(error.code) ? `${error.message}.` : null;

/** A domain error raised in SQL becomes the AppError it stands for; anything else stays what it is. */
export function fromDatabase(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  if (error.code === unstorableText) {
    return new AppError("invalid_input", "A text contains a NUL character, which cannot be stored. Take it out.", {
      cause: error,
    });
  }
  if (error.code === noRoom) return diskFull("The disk the database is on is full.", error);
  const code = raised[error.code];
  return code ? new AppError(code, error.message, { cause: error, details: error.detail }) : error;
}
