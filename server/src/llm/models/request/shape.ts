/**
 * JSON Schema as far as zod writes it: what an answer or a tool's input is described by. The SDK's own type comes from
 * a package it does not bring along, and would be no type at all.
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

/** True stands for anything, false for nothing. */
export type ShapePart = Shape | boolean;
