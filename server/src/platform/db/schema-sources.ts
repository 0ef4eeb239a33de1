import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { sha256 } from "../hash.ts";

/** The `schema.sql` of one module. */
type SchemaSource = { module: string; body: string };

export type Schema = {
  /** In layer order, because a module's tables refer only to tables of modules before it. */
  sources: SchemaSource[];
  /** Hash of everything except lines that are blank or a comment: rewording such a comment does not change the schema. */
  sha256: string;
};

const layers = z.record(z.string(), z.array(z.string()));
const repository = new URL("../../../../", import.meta.url);

/** Reads the schema that this program needs: one hand-written file per module (docs/decisions/0051). */
export function readSchema(): Schema {
  const order = layers.parse(JSON.parse(readFileSync(new URL("layers.json", repository), "utf8")));
  const modules = Object.entries(order).flatMap(([layer, names]) =>
    names.length === 0 ? [layer] : names.map((name) => `${layer}/${name}`),
  );
  const sources = modules.flatMap((module) => {
    const file = new URL(`server/src/${module}/schema.sql`, repository);
    return existsSync(file) ? [{ module, body: readFileSync(file, "utf8") }] : [];
  });
  return { sources, sha256: sha256(sources.map(({ body }) => withoutComments(body)).join("\n")) };
}

const withoutComments = (body: string): string =>
  body
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.trimStart().startsWith("--"))
    .join("\n");
