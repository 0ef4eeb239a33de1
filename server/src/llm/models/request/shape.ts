/**
 * JSON Schema as far as zod produces it, for answers and tool inputs. The SDK's own type comes from a package that is not installed
 * and would resolve to `any`.
 */
export type Shape = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, ShapePart>;
  required?: string[];
  additionalProperties?: ShapePart;
  items?: ShapePart | ShapePart[];
  minItems?: number;
  maxItems?: number;
  anyOf?: ShapePart[];
  oneOf?: ShapePart[];
  allOf?: ShapePart[];
  definitions?: Record<string, ShapePart>;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
};

/** True allows any value, false none. */
export type ShapePart = Shape | boolean;
