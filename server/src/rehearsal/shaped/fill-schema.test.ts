import { asSchema } from "ai";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fillSchema } from "./fill-schema.ts";
import { createSource } from "./source.ts";

const brief = `We open a bakery in Haifa on 2026-05-01. The budget is 12,500 dollars for the oven and the permits.
Rana owns the permits; write to rana@example.com. The oven needs 3 weeks to arrive. The risk is high if it rains.
See https://example.com/permits and fact F3.`;

async function fill(schema: z.ZodType, text = brief): Promise<unknown> {
  const value = fillSchema(await asSchema(schema).jsonSchema, createSource(text));
  return schema.parse(value);
}

describe("a value made for a schema", () => {
  it("quotes the sentence that a field is about", async () => {
    const schema = z.object({ oven: z.string(), permits: z.string(), place: z.string().describe("where: Haifa") });
    expect(await fill(schema)).toEqual({
      oven: "The budget is 12,500 dollars for the oven and the permits.",
      permits: "Rana owns the permits; write to rana@example.com.",
      place: "We open a bakery in Haifa on 2026-05-01.",
    });
  });

  it("uses numbers that occur in the text and that the schema allows", async () => {
    const schema = z.object({
      budget: z.number().int(),
      weeks: z.number().int().positive().max(52),
      share: z.number().min(0.1).max(0.9),
    });
    expect(await fill(schema)).toEqual({ budget: 12_500, weeks: 3, share: 0.1 });
  });

  it("uses the valid number nearest to 0 if the text contains none", async () => {
    const schema = z.object({ any: z.number(), some: z.int().positive(), fives: z.int().gt(10).multipleOf(5) });
    expect(await fill(schema, "Nothing to count.")).toEqual({ any: 0, some: 1, fives: 15 });
  });

  it("uses the option that the text names or, if it names none, the first option", async () => {
    const schema = z.object({ risk: z.enum(["low", "high"]), colour: z.enum(["red", "blue"]) });
    expect(await fill(schema)).toEqual({ risk: "high", colour: "red" });
    const kinds = z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("song"), title: z.string() }),
      z.object({ kind: z.literal("bakery"), city: z.string() }),
    ]);
    expect(await fill(z.object({ what: kinds }))).toMatchObject({ what: { kind: "bakery" } });
  });

  it("finds dates, addresses and ids of a required format", async () => {
    const schema = z.object({
      day: z.iso.date(),
      mail: z.email(),
      page: z.url(),
      fact: z.string().regex(/^F\d+$/),
      id: z.uuid(),
    });
    expect(await fill(schema)).toEqual({
      day: "2026-05-01",
      mail: "rana@example.com",
      page: "https://example.com/permits",
      fact: "F3",
      id: "00000000-0000-0000-0000-000000000000",
    });
  });

  it("uses different sentences for the items of a list, and stops in a recursive schema", async () => {
    const { points } = z
      .object({ points: z.array(z.string()) })
      .parse(await fill(z.object({ points: z.array(z.string()) })));
    expect(new Set(points).size).toBe(3);
    for (const point of points) expect(brief).toContain(point);
    const Tree = z.object({
      name: z.string(),
      get children() {
        return z.array(Tree);
      },
    });
    expect(await fill(Tree)).toMatchObject({ children: [{ children: [{}, {}, {}] }, {}, {}] });
  });

  it("is the same every time", async () => {
    const schema = z.object({ a: z.string(), b: z.array(z.object({ c: z.number(), d: z.string().nullable() })) });
    expect(JSON.stringify(await fill(schema))).toBe(JSON.stringify(await fill(schema)));
  });

  it("satisfies it, for any schema and any text", async () => {
    await fc.assert(
      fc.asyncProperty(schemas, fc.oneof(fc.constant(brief), fc.string(), fc.lorem()), async (schema, text) => {
        await fill(schema, text);
      }),
      { numRuns: 300 },
    );
  });
});

/** Two random bounds in ascending order. */
const bounds = (most: number) =>
  fc.tuple(fc.nat(most), fc.nat(most)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

const { schemas } = fc.letrec<{ schemas: z.ZodType; any: z.ZodType }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(
      fc.constant(z.boolean()),
      fc.constant(z.null()),
      fc.constant(z.iso.datetime()),
      fc.constant(z.literal(["x", "y"])),
      bounds(80).map(([low, high]) => z.string().min(low).max(high)),
      bounds(1000).map(([low, high]) => z.int().min(low).max(high)),
      bounds(1000).map(([low, high]) =>
        z
          .number()
          .gt(low)
          .lt(high + 1),
      ),
      fc.integer({ min: 1, max: 50 }).map((step) => z.int().min(60).multipleOf(step)),
      fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 4 }).map((options) => z.enum(options)),
    ),
    tie("any").map((inner) => inner.nullable()),
    fc.tuple(tie("any"), bounds(4)).map(([inner, [low, high]]) => z.array(inner).min(low).max(high)),
    fc.tuple(tie("any"), tie("any")).map(([a, b]) => z.union([a, b])),
    fc.tuple(tie("any"), tie("any")).map(([a, b]) => z.tuple([a, b])),
    tie("any").map((inner) => z.record(z.string(), inner)),
    tie("any").map((inner) => z.record(z.enum(["north", "south"]), inner)),
    tie("schemas"),
  ),
  schemas: fc
    .dictionary(fc.string({ minLength: 1 }), fc.tuple(tie("any"), fc.boolean()), { maxKeys: 4, noNullPrototype: true })
    .map((fields) =>
      z.object(
        Object.fromEntries(Object.entries(fields).map(([name, [one, may]]) => [name, may ? one.optional() : one])),
      ),
    ),
}));
