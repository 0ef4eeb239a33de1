import { expect, it } from "vitest";
import { slugOf } from "./free-slug.ts";

it.each([
  ["Launch a two-day pop-up", "launch-a-two-day-pop-up"],
  ["../../etc/passwd", "etc-passwd"],
  ["Crème brûlée", "creme-brulee"],
  ["שלום", "project"],
  ["...", "project"],
  ["CON", "project-con"],
  ["lpt1", "project-lpt1"],
  ["Console", "console"],
  [`${"x".repeat(59)} y`, "x".repeat(59)],
])("the folder of a project called %j is %s", (name, folder) => {
  expect(slugOf(name)).toBe(folder);
});
