import { expect, it } from "vitest";
import { findSlowClasses } from "#test";
import { cutText } from "./cut-text.ts";

it("cutText reads hostile text in linear time and never throws", { timeout: 120_000 }, () => {
  expect(findSlowClasses((text) => [...cutText(text)])).toEqual([]);
});
