import { expect, it } from "vitest";
import { findSlowClasses } from "#test";
import { readReview } from "../read-review.ts";
import { findReferences } from "./find-references.ts";

const nothing = new Set<number>();
const known = { toJudge: [], numbers: { C: nothing, D: nothing, F: nothing, Q: nothing } };

it.each<[string, (text: string) => unknown]>([
  ["findReferences", findReferences],
  ["readReview", (text) => readReview(`# Resolved positions\n\n${text}`, known)],
])("%s reads hostile text in linear time and never throws", { timeout: 120_000 }, (_, read) => {
  expect(findSlowClasses(read)).toEqual([]);
});
