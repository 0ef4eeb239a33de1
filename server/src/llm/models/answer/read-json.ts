import type { z } from "zod";
import { AppError } from "#platform";
import { locateJson } from "../config-files/locate-json.ts";

/** JSON of the wanted shape, or an error that says where in it the mistake is. */
export function readJson<T>(text: string, schema: z.ZodType<T>, where: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    // Not the parser's own words: they quote the text, and people paste keys into the wrong place.
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

/** `text`: what the value was read from, where a person can look it up. */
export function checkShape<T>(value: unknown, schema: z.ZodType<T>, where: string, text?: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.path ?? [];
  throw new AppError(
    path.includes("prices") ? "unknown_price" : "invalid_input",
    `${where}: ${describePath(path)} is not right: ${issue?.message}.${text ? ` See ${placeIn(text, path)}.` : ""}`,
    { details: { where, path } },
  );
}

/** What is wrong and where, a line each; not more than a person or a model would read. */
export function describeIssues(error: z.ZodError): string[] {
  return error.issues.slice(0, 5).map(({ path, message }) => `${describePath(path)}: ${message}`);
}

/** `models[2].prices.output`, the way one would write it to reach the place. */
function describePath(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "the whole";
  return path
    .map((step, index) => (typeof step === "number" ? `[${step}]` : `${index === 0 ? "" : "."}${String(step)}`))
    .join("");
}
