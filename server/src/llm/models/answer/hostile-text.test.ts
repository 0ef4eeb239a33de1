import { expect, it } from "vitest";
import { z } from "zod";
import { findSlowClasses } from "#test";
import { readObject } from "./read-object.ts";

it("readObject reads hostile text in linear time and never throws", { timeout: 120_000 }, () => {
  expect(findSlowClasses((text) => readObject(text, z.object({ operations: z.array(z.string()) })))).toEqual([]);
});
