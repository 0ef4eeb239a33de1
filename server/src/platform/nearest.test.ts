import { expect, it } from "vitest";
import { nearest } from "#platform";

it.each([
  ["runn", ["run", "serve"], "run"],
  ["clasic", ["brief", "classic"], "classic"],
  ["rnu", ["serve", "run"], "run"],
  ["mvoe", ["move", "moved"], "move"],
  ["urn", ["nu"], undefined],
  ["LIST", ["list", "show"], "list"],
  ["plan", ["run", "serve", "migrate"], undefined],
  ["gpt-4o", ["rehearsal/atlas", "atlas"], undefined],
  ["", ["run"], undefined],
  ["x", [], undefined],
])("for %j the nearest of %j is %j", (wanted, known, meant) => {
  expect(nearest(wanted, known)).toBe(meant);
});
