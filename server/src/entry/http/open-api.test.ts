import { type Route, routes } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { openApi } from "./index.ts";

type Operation = {
  operationId: string;
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
};
const document = openApi() as unknown as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; responses: Record<string, unknown> };
};

describe("the OpenAPI document", () => {
  it.each(Object.entries<Route>(routes))("describes %s as the contract does", (name, route) => {
    const operation = document.paths[route.path]?.[route.method];
    expect(operation?.operationId).toBe(name);
    const named = (where: string) => operation?.parameters.filter((one) => one.in === where).map((one) => one.name);
    expect(named("path")).toEqual([...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
    expect(named("query")).toEqual(Object.keys(route.query?.shape ?? {}));
    expect(operation?.requestBody !== undefined).toBe(route.body !== undefined);
    expect(Object.keys(operation?.responses ?? {})).toEqual(["200", "default"]);
  });

  it("also describes responses that are not JSON", () => {
    const csv = document.paths["/api/wallet/statement.csv"]?.get;
    expect(csv?.parameters.map((one) => one.name)).toContain("until");
    expect(csv?.responses["200"]).toHaveProperty(["content", "text/csv"]);
    expect(document.components.schemas.PaymentWait).toMatchObject({ required: expect.arrayContaining(["shortBy"]) });
  });

  it("has no reference without a target", () => {
    const text = JSON.stringify(document);
    const targets = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
    expect(targets.length).toBeGreaterThan(30);
    for (const [, kind, name] of targets) {
      expect(document.components[kind as "schemas"][name ?? ""], name).toBeDefined();
    }
    expect(text).not.toContain("$defs");
  });

  it("lists required fields and leaves out optional ones", () => {
    const parameters = document.paths["/api/projects/{projectId}/file"]?.get?.parameters;
    expect(parameters).toMatchObject([
      { name: "projectId", in: "path", required: true },
      { name: "path", in: "query", required: true },
    ]);
    expect(document.paths["/api/jobs"]?.get?.parameters.every((one) => !one.required)).toBe(true);
    expect(document.components.schemas.NewSession).toMatchObject({ required: ["models"], additionalProperties: false });
  });
});
