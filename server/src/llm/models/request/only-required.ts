import type { Shape, ShapePart } from "./shape.ts";

/** Whether a schema leaves nothing open: no optional field, no field of any name, at any depth. */
export function hasOnlyRequired(schema: ShapePart | ShapePart[] | undefined): boolean {
  if (Array.isArray(schema)) return schema.every(hasOnlyRequired);
  if (schema === undefined || typeof schema === "boolean") return true;
  const fields = Object.keys(schema.properties ?? {});
  const isClosed = schema.type !== "object" || schema.additionalProperties === false;
  const isWhole = fields.every((field) => schema.required?.includes(field));
  return isClosed && isWhole && partsOf(schema).every(hasOnlyRequired);
}

const partsOf = (schema: Shape): ShapePart[] =>
  [
    ...Object.values(schema.properties ?? {}),
    ...Object.values(schema.definitions ?? {}),
    ...[schema.items, schema.anyOf, schema.allOf, schema.oneOf].flat(),
  ].filter((part) => part !== undefined);
