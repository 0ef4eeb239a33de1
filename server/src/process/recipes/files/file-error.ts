import { parse as parseYaml, YAMLParseError } from "yaml";
import type { z } from "zod";
import { AppError } from "#platform";

/** A file to validate: its text, and the name that messages give it. */
export type NamedText = { name: string; text: string };

type Path = readonly PropertyKey[];

/** Creates an error such as `recipes/synthesis.yaml: steps[1].inputs[0].type: …`. */
export function invalidFile(name: string, path: Path, what: string): AppError {
  const place = pathText(path);
  const message = place === "" ? `${name}: ${what}` : `${name}: ${place}: ${what}`;
  return new AppError("invalid_recipe", message, { details: { file: name, path: place } });
}

/** Parses a file with its schema. Throws an error that names the first problem. */
export function readFileAs<Schema extends z.ZodType>(schema: Schema, { name, text }: NamedText): z.output<Schema> {
  const parsed = schema.safeParse(readYaml(name, text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidFile(name, issue?.path ?? [], issue?.message ?? "it does not have the expected format");
}

export const pathText = (path: Path): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    return text === "" ? String(part) : `${text}.${String(part)}`;
  }, "");

function readYaml(name: string, text: string): unknown {
  try {
    return parseYaml(text);
  } catch (error) {
    // Thrown if an alias is undefined or expands too far.
    if (error instanceof ReferenceError) throw invalidFile(name, [], `it is not YAML: ${error.message}.`);
    if (!(error instanceof YAMLParseError)) throw error;
    const line = error.linePos?.[0].line;
    const [reason] = error.message.split(" at line ");
    throw new AppError("invalid_recipe", `${name}: line ${line ?? "?"} is not YAML: ${reason}.`, {
      cause: error,
      details: { file: name, path: "" },
    });
  }
}
