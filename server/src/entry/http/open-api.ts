import * as contract from "@dialectic/contract";
import { Event, errorTable, Project, ProjectId, Remedy, type Route, routes, StatementQuery } from "@dialectic/contract";
import { z } from "zod";
import { ExportQuery } from "./files/export-zip.ts";

type Json = Record<string, unknown>;

/** Objects and unions that the contract exports are named in the document; all other schemas are inlined. */
const named = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(contract)) {
  if (schema instanceof z.ZodObject || schema instanceof z.ZodDiscriminatedUnion) named.add(schema, { id });
}

const problem = {
  type: "object",
  required: ["type", "title", "status", "code", "detail"],
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    code: { type: "string", enum: Object.keys(errorTable) },
    detail: { type: "string" },
    remedies: { type: "array", items: z.toJSONSchema(Remedy) },
    details: {},
  },
};

/** The API as an OpenAPI 3.1 document, generated from the schemas that validate requests and responses. */
export function openApi(): Json {
  const schemas: Json = { Problem: problem };
  const paths: Record<string, Json> = {
    "/api/health": { get: health },
    "/api/events": { get: eventStream(schemas) },
    "/api/wallet/statement.csv": { get: statementCsv(schemas) },
    "/api/projects/{projectId}/export": { get: projectExport(schemas) },
    "/api/imports": { post: projectImport(schemas) },
  };
  for (const [name, route] of Object.entries<Route>(routes)) {
    paths[route.path] = { ...paths[route.path], [route.method]: operation(name, route, schemas) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Dialectic", version: "1", license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    security: [{ secret: [] }],
    paths,
    components: {
      schemas,
      securitySchemes: { secret: { type: "http", scheme: "bearer" } },
      responses: { Problem: json("What went wrong.", ref("Problem"), "application/problem+json") },
    },
  };
}

function operation(name: string, route: Route, schemas: Json): Json {
  const body = route.body && {
    required: true,
    content: { "application/json": { schema: describe(route.body, "input", schemas) } },
  };
  return {
    operationId: name,
    summary: route.about,
    parameters: [
      ...parameters("path", route.params, schemas),
      ...parameters("query", route.query, schemas),
      ...(route.creates ? [idempotencyKey] : []),
    ],
    ...(body && { requestBody: body }),
    responses: {
      200: json("The answer.", describe(route.response, "output", schemas)),
      default: { $ref: "#/components/responses/Problem" },
    },
  };
}

function parameters(where: "path" | "query", shape: z.ZodObject | undefined, schemas: Json): Json[] {
  return Object.entries(shape?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: where,
    required: where === "path" || !z.safeParse(schema, undefined).success,
    schema: describe(schema, "input", schemas),
  }));
}

/**
 * A schema as JSON Schema. Named schemas move to the components. A schema may differ as input (defaults are optional),
 * so an input schema that is not named `New…` gets a separate name.
 */
function describe(schema: z.core.$ZodType, io: "input" | "output", schemas: Json): Json {
  const nameOf = (id: string) => (io === "output" || id.startsWith("New") ? id : `${id}Input`);
  const text = JSON.stringify(z.toJSONSchema(schema, { io, metadata: named }));
  const {
    $schema: _,
    $defs,
    ...rest
  } = JSON.parse(text.replaceAll(/#\/\$defs\/(\w+)/g, (_match, id: string) => `#/components/schemas/${nameOf(id)}`));
  for (const [id, shape] of Object.entries<Json>($defs ?? {})) schemas[nameOf(id)] = { ...shape, id: nameOf(id) };
  return rest;
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "A text of your choice, different for each thing to create. If the same request is sent again with the same key within a day, nothing new is created, and the response is the same (with the header Idempotent-Replayed). A different request with the same key is a conflict.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

const ref = (id: string) => ({ $ref: `#/components/schemas/${id}` });

const json = (description: string, schema: Json, type = "application/json") => ({
  description,
  content: { [type]: { schema } },
});

const health = {
  operationId: "health",
  summary: "Checks that the server answers. Needs no secret.",
  security: [],
  responses: { 200: json("The server answers.", { type: "object", properties: { ok: { const: true } } }) },
};

const eventStream = (schemas: Json) => ({
  operationId: "events",
  summary:
    "Server-sent events: those after the given number, then live ones. `event: reset` means that the server cannot continue from this number, so everything must be loaded again.",
  parameters: [
    { name: "after", in: "query", required: false, schema: { type: "integer", minimum: 0 } },
    { name: "Last-Event-ID", in: "header", required: false, schema: { type: "integer", minimum: 0 } },
  ],
  responses: {
    200: json("Each message's data is one event.", describe(Event, "output", schemas), "text/event-stream"),
    default: { $ref: "#/components/responses/Problem" },
  },
});

const projectExport = (schemas: Json) => ({
  operationId: "exportProject",
  summary:
    "The project as a zip file: its tree, the rows from which an import creates it again, and a manifest. A new export or, with `kept`, the last one.",
  parameters: [
    ...parameters("path", z.object({ projectId: ProjectId }), schemas),
    ...parameters("query", ExportQuery, schemas),
  ],
  responses: {
    200: json("The zip file.", { type: "string", format: "binary" }, "application/zip"),
    default: { $ref: "#/components/responses/Problem" },
  },
});

const projectImport = (schemas: Json) => ({
  operationId: "importProject",
  summary:
    "Creates a project of yours from an export. Nothing is created unless every byte of the export is unaltered.",
  parameters: [idempotencyKey],
  requestBody: { required: true, content: { "application/zip": { schema: { type: "string", format: "binary" } } } },
  responses: {
    200: json("The project.", describe(Project, "output", schemas)),
    default: { $ref: "#/components/responses/Problem" },
  },
});

const statementCsv = (schemas: Json) => ({
  operationId: "statementCsv",
  summary:
    "Every transaction that matches the filter, as a line of CSV, newest first. The response is aborted if a page cannot be read.",
  parameters: parameters("query", StatementQuery, schemas),
  responses: {
    200: json("A line of headings, then the transactions.", { type: "string" }, "text/csv"),
    default: { $ref: "#/components/responses/Problem" },
  },
});
