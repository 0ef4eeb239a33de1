import { readFileSync } from "node:fs";
import type { z } from "zod";
import { AppError } from "#platform";

/** A file a user may have written; one that is not there says nothing. */
export function readUserFile<T>(path: string, schema: z.ZodType<T>): T | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8").replace(/^\ufeff/, ""); // some editors begin files with a mark nobody sees
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return undefined;
    throw new AppError("unreadable_file", `${path} cannot be read. Check its permissions.`, { cause: thrown });
  }
  return readJson(text, schema, path);
}

/** JSON of the wanted shape, or an error that says where in it the mistake is. */
export function readJson<T>(text: string, schema: z.ZodType<T>, where: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    // Not the parser's own words: they quote the text, and people paste keys into the wrong place.
    throw new AppError("invalid_input", `${where} is not JSON. Look for a missing quote, comma or bracket.`, {
      cause: new Error(thrown instanceof Error ? thrown.name : "not JSON"),
    });
  }
  return checkShape(value, schema, where);
}

export function checkShape<T>(value: unknown, schema: z.ZodType<T>, where: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.path ?? [];
  throw new AppError(
    path.includes("prices") ? "unknown_price" : "invalid_input",
    `${where}: ${describePath(path)} is not right: ${issue?.message}.`,
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
