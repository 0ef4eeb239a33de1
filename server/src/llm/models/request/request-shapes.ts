import { asSchema } from "ai";
import type { z } from "zod";
import type { CallInput } from "./call-input.ts";
import type { Shape } from "./shape.ts";

/** The tools and the answer's schema: as JSON Schema, and serialized, as the provider receives them with the prompt. */
export type RequestShapes = {
  tools: { name: string; description: string; shape: Shape }[];
  schema: Shape | undefined;
  texts: string[];
};

/** Each tool and schema is converted only once, because they are constants. */
const converted = new WeakMap<z.ZodType, Promise<Shape>>();

function shapeOf(schema: z.ZodType): Promise<Shape> {
  const known = converted.get(schema) ?? Promise.resolve(asSchema(schema).jsonSchema);
  converted.set(schema, known);
  return known;
}

export async function readShapes(input: Pick<CallInput, "tools" | "schema">): Promise<RequestShapes> {
  const schema = input.schema && (await shapeOf(input.schema));
  const tools = await Promise.all(
    (input.tools ?? []).map(async ({ name, description, input }) => ({
      ...{ name, description },
      shape: await shapeOf(input),
    })),
  );
  return { tools, schema, texts: [...tools, ...(schema ? [schema] : [])].map((one) => JSON.stringify(one)) };
}
