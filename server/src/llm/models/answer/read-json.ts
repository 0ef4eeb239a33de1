import type { z } from "zod";
import { AppError } from "#platform";
import { locateJson } from "../config-files/locate-json.ts";

/** Parses and validates JSON. Throws an error that names the line and column of the mistake. */
export function readJson<T>(text: string, schema: z.ZodType<T>, where: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    // The parser's own message is not used: it quotes the text, which may contain a key that was pasted by mistake.
    const why = `${where} is not valid JSON at ${placeIn(text)}. Look for a missing quote, comma or bracket there.`;
    throw new AppError("invalid_input", why, {
      cause: new Error(thrown instanceof Error ? thrown.name : "not JSON"),
    });
  }
  return checkShape(value, schema, where, text);
}

function placeIn(text: string, path: readonly PropertyKey[] = []): string {
  const { line, column } = locateJson(text, path);
  return `line ${line}, column ${column}`;
}

/**
 * `text` is the JSON that the value was parsed from. With it, the error names the line and column; pass it if a person can
 * open the file.
 */
export function checkShape<T>(value: unknown, schema: z.ZodType<T>, where: string, text?: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.path ?? [];
  throw new AppError(
    path.includes("prices") ? "unknown_price" : "invalid_input",
    `${where}: ${describePath(path)} is invalid: ${issue?.message}.${text ? ` See ${placeIn(text, path)}.` : ""}`,
    { details: { where, path } },
  );
}

/** The first five issues, one line each, with their paths. */
export function describeIssues(error: z.ZodError): string[] {
  return error.issues.slice(0, 5).map(({ path, message }) => `${describePath(path)}: ${message}`);
}

/** For example `models[2].prices.output`. */
function describePath(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "the value";
  return path
    .map((key, index) => (typeof key === "number" ? `[${key}]` : `${index === 0 ? "" : "."}${String(key)}`))
    .join("");
}
