import type { z } from "zod";
import { findCodeBlock } from "#platform";
import { describeIssues } from "./read-json.ts";

type Reading<T> = { ok: true; object: T } | { ok: false; problems: string[] };

/**
 * Parses the object that a model wrote. Some models wrap it in a code block or a sentence, despite their instructions.
 */
export function readObject<T>(text: string, schema: z.ZodType<T>): Reading<T> {
  const values = candidatesIn(text).flatMap(parse);
  const [first] = values;
  if (!first) return { ok: false, problems: ["The answer is not JSON."] };
  const parsed = schema.safeParse(first.value);
  if (parsed.success) return { ok: true, object: parsed.data };
  return { ok: false, problems: describeIssues(parsed.error) };
}

function candidatesIn(text: string): string[] {
  const block = findCodeBlock(text);
  const braces = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  return [text, ...(block === undefined ? [] : [block]), braces];
}

function parse(text: string): { value: unknown }[] {
  try {
    return [{ value: JSON.parse(text) }];
  } catch {
    return [];
  }
}
