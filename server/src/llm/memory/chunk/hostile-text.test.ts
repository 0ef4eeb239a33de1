import { expect, it } from "vitest";
import { findSlowClasses } from "#test";
import { chunkText } from "./chunk-text.ts";

it("chunkText reads hostile text in linear time and never throws", { timeout: 120_000 }, () => {
  expect(findSlowClasses((text) => [...chunkText(text)])).toEqual([]);
});
