import { expect, it } from "vitest";
import { foreignLines } from "./find-foreign-words.ts";

// Paths are joined here, because the check would find them in this file if they were written out.
const path = (...parts: string[]) => `/${parts.join("/")}`;

it.each([
  ["a home folder", `cd ${path("home", "ada", "dialectic")}`],
  ["a work folder", `"${path("work", "main", "server")}"`],
  ["a temporary folder", `see ${path("tmp", "notes.txt")}`],
  ["a registry's host", `https://${["registry", "npmjs", "org"].join(".")}/zod`],
  ["a mirror's host", `http://${["deb", "debian", "org"].join(".")}/debian`],
])("finds %s and reports its file and line", (_what, line) => {
  expect(foreignLines("docs/a.md", `first\n${line}\n`)).toEqual([expect.stringMatching(/^docs\/a\.md:2: /)]);
});

it.each([
  ["a route", 'path: "/projects/:id/work/items"'],
  ["a system folder", 'existsSync("/var/tmp")'],
  ["a relative path", "server/src/engine/jobs"],
])("accepts %s", (_what, line) => {
  expect(foreignLines("docs/a.md", line)).toEqual([]);
});
