import type { Route } from "@dialectic/contract";
import type { HonoRequest } from "hono";
import type { z } from "zod";
import { AppError, isTooDeep } from "#platform";

/** The input of a request, validated by the route's schemas. Path parameters override the body. */
export async function readInput(route: Route, request: HonoRequest): Promise<object> {
  const body = route.body ? (check("body", route.body, await readJson(request)) as object) : {};
  const query = route.query ? check("query", route.query, request.query()) : {};
  const params = route.params ? check("path", route.params, request.param()) : {};
  return { ...body, ...query, ...params };
}

/**
 * Requiring the media type also keeps foreign pages out: before a cross-origin request with this type, a browser sends a
 * preflight request, which is refused.
 */
async function readJson(request: HonoRequest): Promise<unknown> {
  const mediaType = request.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/json") {
    throw new AppError("invalid_input", "The body must be JSON, sent with the header content-type: application/json.");
  }
  try {
    const text = await request.text();
    // The code that reads, hashes and stores a body is recursive: deep nesting would overflow the stack.
    if (isTooDeep(text)) throw new AppError("invalid_input", "The body is nested too deeply.");
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("invalid_input", "The body is not valid JSON.", { cause: error });
  }
}

/** Validates the query of a route that is not in the contract's table. */
export const checkQuery = <Schema extends z.ZodObject>(schema: Schema, request: HonoRequest): z.output<Schema> =>
  check("query", schema, request.query());

export const checkParams = <Schema extends z.ZodObject>(schema: Schema, request: HonoRequest): z.output<Schema> =>
  check("path", schema, request.param());

function check<Schema extends z.ZodType>(part: string, schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => ({
    path: [part, ...issue.path].join("."),
    message: issue.message,
  }));
  const [first] = issues;
  throw new AppError("invalid_input", `${first?.path} is invalid: ${first?.message}.`, {
    details: issues,
  });
}
