import type { ErrorCode } from "@dialectic/contract";
import { AppError, diskFull } from "../errors.ts";

/** PostgreSQL's error, the same from both engines. `code` is the SQLSTATE. */
export class DatabaseError extends Error {
  override name = "DatabaseError";
  readonly code: string;
  readonly constraint: string | undefined;
  readonly column: string | undefined;
  readonly detail: string | undefined;

  constructor(fields: { message: string; code?: string; constraint?: string; column?: string; detail?: string }) {
    super(fields.message);
    this.code = fields.code ?? "XX000";
    this.constraint = fields.constraint;
    this.column = fields.column;
    this.detail = fields.detail;
  }
}

/** The errors that our SQL functions raise. Their messages are already readable. */
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

/** PostgreSQL's code for a text that it cannot store. It stores every character except NUL. */
const unstorableText = "22021";

/** PostgreSQL's code for a full disk, on either engine. */
const noRoom = "53100";

const repeatable = new Set(["40001", "40P01"]);
export const isRepeatable = (error: unknown): boolean => error instanceof DatabaseError && repeatable.has(error.code);

export const isUniqueViolation = (error: unknown): boolean => error instanceof DatabaseError && error.code === "23505";

/** True if a row refers to a row that does not exist. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === "23503";

/** Why the database refused given data: its message, and the constraint or column. */
export type DataFault = { message: string; constraint: string | undefined; column: string | undefined };

/** Invalid values (22), violated constraints (23), values too large for an index or too deep (54), and refusals of our own functions. */
const faultsOfData = /^(22|23|54|DL)/;

/** Returns null for an error that was not caused by the given data. */
export function databaseFault(error: unknown): DataFault | null {
  if (!(error instanceof DatabaseError) || !faultsOfData.test(error.code)) return null;
  const { message, constraint, column } = error;
  return { message: message.replace(/\.?$/, "."), constraint, column };
}

/** Converts a domain error raised in SQL into its AppError; returns anything else unchanged. */
export function fromDatabase(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  if (error.code === unstorableText) {
    return new AppError("invalid_input", "The text contains a NUL character, which cannot be stored. Remove it.", {
      cause: error,
    });
  }
  if (error.code === noRoom) return diskFull("The disk that holds the database is full.", error);
  const code = raised[error.code];
  return code ? new AppError(code, error.message, { cause: error, details: error.detail }) : error;
}
