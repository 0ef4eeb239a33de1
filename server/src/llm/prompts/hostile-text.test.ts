import { expect, it } from "vitest";
import { findSlowClasses } from "#test";
import { hideAuthor } from "./anonymity/hide-author.ts";

it.each([
  ["a text", ""],
  ["a text with front matter that never ends", "---\n"],
])("hideAuthor reads %s in linear time and never throws", { timeout: 120_000 }, (_, before) => {
  const models = ["rehearsal/atlas", "anthropic/claude-sonnet-4"];
  expect(findSlowClasses((text) => hideAuthor({ text: before + text, models }))).toEqual([]);
});
